// Looks at pages in a headless browser: all checks of each, without scripts and without a network; then pages
// that were broken on purpose, each of which a certain check must find. Prints "ok NAME" or "not ok NAME" and
// what is wrong.
//
//   look.mjs FOLDER NAME...   FOLDER has NAME.html, NAME.json and NAME.svg, and gets the screenshots
//
// The first page is looked at in all ways, the others in those that depend on their figures.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { checks, drawingContrast, SCHEMES, WIDTHS } from './checks.mjs';
import { breaks } from './breaks.mjs';

const require = createRequire(process.env.PAGE_MODULES + '/');
const { chromium } = require('playwright-core');
const [folder, ...names] = process.argv.slice(2);

const browser = await chromium.launch({
	executablePath: process.env.PAGE_CHROMIUM,
	args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
});

// How many colours a picture has, and how much of it has the commonest one.
async function colors(png) {
	const page = await browser.newPage();
	try {
		return await page.evaluate(async data => {
			const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
			const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
			canvas.drawImage(image, 0, 0);
			const pixels = new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer);
			const counts = new Map();
			for (let i = 0; i < pixels.length; i += 3) {
				counts.set(pixels[i], (counts.get(pixels[i]) ?? 0) + 1);
			}
			return { count: counts.size, most: Math.max(...counts.values()) * 3 / pixels.length };
		}, png.toString('base64'));
	} finally {
		await page.close();
	}
}

async function blank(what, png) {
	const { count, most } = await colors(png);
	return count < 12 || most > 0.985 ? [`${what} is blank: ${count} colours, ${(100 * most).toFixed(1)}% of one`] : [];
}

// A page, opened once for each width and scheme.
class Looks {
	contexts = [];
	opened = new Map();

	constructor(file, name) {
		this.file = file;
		this.name = name;
	}

	async open(width, scheme, scripts) {
		const context = await browser.newContext({ viewport: { width: WIDTHS[width], height: 900 }, colorScheme: scheme, javaScriptEnabled: scripts });
		this.contexts.push(context);
		const requested = [];
		await context.route('**', route => {
			requested.push(route.request().url());
			return requested.length === 1 ? route.continue() : route.abort();
		});
		const page = await context.newPage();
		await page.goto(`file://${this.file}`);
		return { page, requested, blank: () => this.screenshots(page, `${width}-${scheme}`) };
	}

	look(width, scheme, scripts = false) {
		const key = `${width} ${scheme} ${scripts}`;
		this.opened.has(key) || this.opened.set(key, this.open(width, scheme, scripts));
		return this.opened.get(key);
	}

	async screenshots(page, name) {
		const wrong = await blank('the page', await page.screenshot({ fullPage: true, path: `${folder}/screenshots/${this.name}-${name}.png` }));
		for (const figure of await page.locator('figure').all()) {
			wrong.push(...await blank('a figure', await figure.screenshot({ animations: 'disabled' })));
		}
		return wrong;
	}

	async close() {
		await Promise.all(this.contexts.map(context => context.close()));
	}
}

async function inspect(html, figures, name, only) {
	const file = `${folder}/${name}.looked-at.html`;
	writeFileSync(file, html);
	const looks = new Looks(file, name);
	const results = {};
	for (const [check, run] of Object.entries(checks)) {
		if (only === undefined || only.includes(check)) {
			results[check] = await run({ html, figures, looks: looks.look.bind(looks) });
		}
	}
	await looks.close();
	return results;
}

function tell(name, wrong) {
	console.log(wrong.length === 0 ? `ok ${name}` : `not ok ${name}`);
	wrong.slice(0, 12).forEach(line => console.log(`    ${line}`));
}

// The picture of the README: it opens as it is, loads nothing, can be read in both schemes, at any size.
async function inspectPicture(name) {
	const text = readFileSync(`${folder}/${name}.svg`, 'utf8');
	const references = [...text.matchAll(/(?:href|src)\s*=\s*"[^"]*"|url\([^)]*\)|@import|<script|<image/g)].map(match => match[0]);
	tell(`${name}: picture: loads nothing`, references);
	tell(`${name}: picture: scales`, /<svg [^>]*viewBox=/.test(text) && !/<svg [^>]*\b(width|height)=/.test(text) ? [] : ['has a size of its own']);
	for (const scheme of SCHEMES) {
		const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, colorScheme: scheme, javaScriptEnabled: false });
		const page = await context.newPage();
		await page.goto(`file://${folder}/${name}.svg`);
		const broken = await page.evaluate(() => document.documentElement.localName === 'svg' && !document.querySelector('parsererror') ? [] : ['is no SVG']);
		const outside = await page.evaluate(() => [...document.querySelectorAll('text')].filter(text => {
			const { x, y, width, height } = text.getBBox();
			const whole = document.documentElement.viewBox.baseVal;
			return x < 0 || y < 0 || x + width > whole.width || y + height > whole.height;
		}).map(text => `"${text.textContent}" stands outside`));
		tell(`${name}: picture: can be read, ${scheme}`, [...broken, ...outside, ...await page.evaluate(drawingContrast)]);
		tell(`${name}: picture: is not blank, ${scheme}`, await blank('it', await page.screenshot({ path: `${folder}/screenshots/${name}-picture-${scheme}.png` })));
		await context.close();
	}
}

mkdirSync(`${folder}/screenshots`, { recursive: true });
const pages = names.map(name => ({ name, html: readFileSync(`${folder}/${name}.html`, 'utf8'),
	figures: readFileSync(`${folder}/${name}.json`, 'utf8').split('\n').filter(line => line !== '').map(line => JSON.parse(line)) }));
const few = ['foreign', 'valid', 'tables', 'structure', 'geometry', 'narrow', 'contrast, dark', 'axe, phone, light'];
for (const { name, html, figures } of pages) {
	for (const [check, wrong] of Object.entries(await inspect(html, figures, name, name === names[0] ? undefined : few))) {
		tell(`${name}: ${check}`, wrong);
	}
	await inspectPicture(name);
}
await inspectPicture('readme');
for (const [what, { check, from, to }] of Object.entries(breaks)) {
	const { name, html, figures } = pages[0];
	const broken = html.replace(from, to);
	const wrong = broken === html ? [] : (await inspect(broken, figures, `${name}-broken`, [check]))[check];
	tell(`a page with ${what} is found by ${check}`, broken === html ? ['nothing was changed'] : wrong.length > 0 ? [] : ['nothing was found']);
}
await browser.close();
