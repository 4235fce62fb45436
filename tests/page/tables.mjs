// What the tables of a page have to show, made of the figures alone, and what they do show. Written without a
// look at how the page is made: a heading that stands beside another case's number is found.

const FETCHES = { 'query(), fetch_all()': 'store all assoc', 'unbuffered, in a loop': 'use loop assoc', 'prepared, fetch_all()': 'prepared all assoc', 'PDO, fetchAll()': 'pdo store all assoc' };
const ROUTES = { 'Unix socket': 'unix', TCP: 'tcp', TLS: 'tls', 'TCP, the server 1 ms away': '1 ms' };
const PLACES = { 'On the loopback': 'loopback', 'The server 1 ms away': '1 ms' };
const INSERTS = { 'one by one': 'sync, VALUES of 1 row', 'VALUES of 100 rows': 'VALUES of 100 rows', 'pipeline()': 'pipeline', 'pipeline(), prepared': 'prepared pipeline', 'execute_many()': 'execute_many' };
const SHARDS = { 'one after the other': 'in turn', 'at once, mysqli_poll()': 'mysqli_poll', 'at once, as_completed()': 'as_completed' };
const APPLICATIONS = { 'WordPress, the front page': 'WordPress', Laravel: 'Laravel', 'Doctrine over mysqli': 'Doctrine, mysqli', 'Doctrine over PDO': 'Doctrine, PDO' };
const PAGES = { untouched: 'fresh', 'persistent=all': 'all', 'round_trips=fewer': 'fewer' };

const beside = line => [line.stock, line.mynd, line.ratio];

class Expected {
	constructor(figures) {
		this.figures = figures;
		this.rows = [];
	}

	of(bench, metric, matches) {
		return this.figures.find(line => line.bench === bench && line.metric === metric && matches(line.case));
	}

	add(section, table, group, heading, line, cells = beside) {
		if (line !== undefined) {
			this.rows.push({ section, table, group, heading, cells: cells(line) });
		}
	}

	// The column with the limit is there if any row has one.
	addLimited(section, rows) {
		const limited = rows.some(([, , line]) => line?.limit !== undefined);
		for (const [group, heading, line] of rows) {
			this.add(section, 0, group, heading, line, line => limited ? [...beside(line), line.limit ?? null] : beside(line));
		}
	}

	memory() {
		for (const line of this.figures.filter(line => line.metric === 'engine memory')) {
			const after = this.of('blob', 'after', name => name === line.case);
			this.add('memory', 0, '', line.case.replace('over time: ', ''), line, line => [...beside(line), after.stock, after.mynd]);
		}
		this.add('memory', 0, '', 'the highest at any time', this.of('blob', 'engine peak', name => name === 'over time: highest'), line => [...beside(line), null, null]);
	}

	fetch() {
		this.addLimited('fetch', Object.entries(FETCHES).map(([heading, way]) => ['', heading, this.of('fetch', 'cpu', name => name === `wide, ${way}`)]));
	}

	connect() {
		this.addLimited('connect', Object.entries(ROUTES).flatMap(([group, route]) => [['fresh', 'new'], ['persistent', 'p:']].map(
			([heading, kind]) => [group, heading, this.of('connect', 'rate', name => name === `${route}, ${kind}, SELECT 1`)])));
	}

	insert() {
		for (const [group, place] of Object.entries(PLACES)) {
			for (const [heading, way] of Object.entries(INSERTS)) {
				this.add('insert', 0, group, heading, this.of('insert', 'total', name => name.endsWith(` rows, ${place}, 1 link: ${way}`)));
			}
		}
	}

	shards() {
		for (const [heading, way] of Object.entries(SHARDS)) {
			this.add('shards', 0, '', heading, this.of('scatter', 'time', name => name.endsWith(`: ${way}`)));
		}
		for (const line of this.figures.filter(line => line.metric === 'cpu, mysqli_poll' && /^[\d,]+ links, staggered$/.test(line.case))) {
			const completed = this.of('scatter', 'cpu, as_completed', name => name === line.case);
			this.add('shards', 1, '', line.case.split(' ')[0], line, line => [line.stock, line.mynd, completed.mynd]);
		}
	}

	trips() {
		for (const [group, application] of Object.entries(APPLICATIONS)) {
			for (const [heading, way] of Object.entries(PAGES)) {
				const time = this.of('far', 'time, 1 ms', name => name === `${application}, ${way}`);
				this.add('trips', 0, group, heading, this.of('far', 'round trips', name => name === `${application}, ${way}`), line => [...beside(line), time.stock, time.mynd]);
			}
		}
	}

	demo() {
		['cpu', 'peak', 'wall'].forEach((metric, table) => {
			for (const line of this.figures.filter(line => line.bench === 'demo' && line.metric === metric)) {
				this.add('demo', table, ...line.case.split(':'), line);
			}
		});
	}
}

// Of the figures, lines of JSON.
export function expectedRows(figures) {
	const expected = new Expected(figures.filter(line => line.bench !== undefined));
	for (const chart of ['memory', 'fetch', 'connect', 'insert', 'shards', 'trips', 'demo']) {
		expected[chart]();
	}
	return expected.rows;
}

// A number as a reader sees it.
export function shown(value) {
	const size = Math.abs(value);
	const digits = size >= 100 || size < 0.0005 || (size >= 2 && Number.isInteger(value)) ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
	return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'halfExpand' });
}

// Runs in the page.
export function rowsOfPage() {
	const rows = [];
	for (const section of document.querySelectorAll('main > section')) {
		section.querySelectorAll('table').forEach((table, number) => {
			for (const body of table.tBodies) {
				const group = body.querySelector('th[scope=rowgroup]')?.textContent ?? '';
				for (const row of body.querySelectorAll('tr:has(> th[scope=row])')) {
					const data = [...row.querySelectorAll('td')].map(cell => cell.querySelector('data'));
					rows.push({ section: section.id, table: number, group, heading: row.querySelector('th').textContent,
						cells: data.map(item => item === null ? null : Number(item.value)), texts: data.map(item => item?.textContent ?? null) });
				}
			}
		});
	}
	return rows;
}
