// The checks of one page, each by name: what is wrong, as a list of lines; none, if nothing is. `looks` opens
// the page in a browser, without scripts but for axe, which is one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expectedRows, rowsOfPage, shown } from './tables.mjs';

const require = createRequire(process.env.PAGE_MODULES + '/');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const { HtmlValidate } = require('html-validate');

export const SCHEMES = ['light', 'dark'];
export const WIDTHS = { wide: 1280, phone: 390 };

const validator = new HtmlValidate({
	root: true,
	extends: ['html-validate:standard'],
	elements: ['html5'],
	rules: { 'long-title': 'off', 'no-trailing-whitespace': 'off', 'wcag/h37': 'error' },
});

// Nothing is loaded: all addresses are places in the page. There is no script.
function foreign({ html }) {
	const addresses = [...html.matchAll(/\b(?:src|href|srcset|data|poster|action|xlink:href)\s*=\s*["']?([^"'\s>]*)/gi)].map(match => match[1]);
	return [
		...addresses.filter(address => !address.startsWith('#')).map(address => `loads ${address}`),
		...[...html.matchAll(/url\([^)]*\)|@import[^;]*/gi)].map(match => match[0]),
		...[...html.matchAll(/<script\b|<iframe\b|<object\b|<link\b|\son[a-z]+\s*=/gi)].map(match => match[0]),
		...[...html.matchAll(/https?:[^\s"'<]*/gi)].map(match => match[0]),
	];
}

async function valid({ html }) {
	const report = await validator.validateString(html);
	return report.results.flatMap(result => result.messages).map(message => `${message.line}: ${message.message} (${message.ruleId})`);
}

async function requests({ looks }) {
	return (await looks('phone', 'light')).requested.slice(1);
}

async function tables({ looks, figures }) {
	const { page } = await looks('wide', 'light');
	const wrong = [];
	const actual = await page.evaluate(rowsOfPage);
	const key = row => JSON.stringify([row.section, row.table, row.group, row.heading, row.cells]);
	const [expected, has] = [expectedRows(figures).map(key), actual.map(key)];
	wrong.push(...expected.filter(row => !has.includes(row)).map(row => `no row ${row}`), ...has.filter(row => !expected.includes(row)).map(row => `what is ${row}?`));
	for (const row of actual) {
		row.cells.forEach((value, i) => value === null || row.texts[i] === shown(value) || wrong.push(`${row.heading}: ${value} is shown as ${row.texts[i]}`));
	}
	return expected.length > 0 ? wrong : ['no figures'];
}

async function structure({ looks }) {
	const { page } = await looks('wide', 'light');
	return page.evaluate(() => {
		const wrong = [];
		for (const figure of document.querySelectorAll('figure')) {
			const section = figure.closest('section').id;
			const table = figure.closest('.pair')?.querySelector('table');
			if (!table?.caption?.textContent || !table.querySelector('thead th[scope=col]') || !table.querySelector('tbody th[scope=row]')) {
				wrong.push(`${section}: no table with a caption and headings beside the drawing`);
			}
			for (const svg of figure.querySelectorAll('svg')) {
				const texts = (svg.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id));
				const [title, desc] = texts;
				if (svg.getAttribute('role') !== 'img' || title?.localName !== 'title' || desc?.localName !== 'desc' || !title.textContent || desc.textContent.length < 20 || !svg.contains(title)) {
					wrong.push(`${section}: a drawing that does not say what it shows`);
				}
			}
		}
		for (const svg of document.querySelectorAll('figure svg')) {
			svg.querySelector('.mark[data-value]') || wrong.push(`${svg.getAttribute('class')}: a drawing without marks`);
		}
		document.querySelectorAll('figure').length || wrong.push('no figure');
		document.querySelector('meta[name=viewport]') || wrong.push('no viewport');
		return wrong;
	});
}

// Each mark stands where its number says: bars from 0 on, everything else in the order of the numbers.
async function geometry({ looks }) {
	const { page } = await looks('wide', 'light');
	return page.evaluate(() => {
		const wrong = [];
		for (const svg of document.querySelectorAll('svg')) {
			const name = svg.getAttribute('aria-labelledby') + ' ' + svg.getAttribute('class');
			const marks = [...svg.querySelectorAll('.mark[data-value]')];
			const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
			const isBar = mark => mark.localName === 'rect' && mark.getAttribute('height') === '14';
			const center = mark => {
				const numbers = mark.localName === 'path' ? mark.getAttribute('d').match(/M([\d.]+) ([\d.]+)/).slice(1).map(Number)
					: mark.localName === 'circle' ? [Number(mark.getAttribute('cx')), Number(mark.getAttribute('cy'))]
						: [Number(mark.getAttribute('x')) + 4.5, Number(mark.getAttribute('y')) + 4.5];
				return mark.localName === 'path' ? [numbers[0], numbers[1] + 6] : numbers;
			};
			const lines = svg.querySelector('path.line') !== null;
			const places = marks.map(mark => ({ value: Number(mark.dataset.value), at: isBar(mark) ? Number(mark.getAttribute('width')) : lines ? -center(mark)[1] : center(mark)[0] }));
			places.sort((a, b) => a.value - b.value || a.at - b.at);
			places.forEach((place, i) => i && place.at < places[i - 1].at - 0.2 && wrong.push(`${name}: ${place.value} stands before ${places[i - 1].value}`));
			const bars = places.filter((place, i) => isBar(marks[0]) && place.at > 1.1);
			const ticks = [...svg.querySelectorAll('text.tick')];
			const last = ticks[ticks.length - 1];
			const unit = (Number(last.getAttribute('x')) - Number(ticks[0].getAttribute('x'))) / Number(last.textContent.replaceAll(',', ''));
			bars.forEach(bar => Math.abs(bar.at - unit * bar.value) > 0.3 && wrong.push(`${name}: the bar of ${bar.value} is ${bar.at} long`));
			for (const text of svg.querySelectorAll('text')) {
				const box = text.getBBox();
				if (box.x < -1 || box.x + box.width > width + 1 || box.y < -1 || box.y + box.height > height + 1) {
					svg.checkVisibility() && wrong.push(`${name}: "${text.textContent}" stands outside`);
				}
			}
		}
		return wrong;
	});
}

function overflow() {
	const wide = document.documentElement.clientWidth;
	const beyond = [...document.querySelectorAll('body *')].filter(element => element.checkVisibility() && element.getBoundingClientRect().right > wide + 0.5);
	return document.documentElement.scrollWidth > wide ? [`${document.documentElement.scrollWidth} px in ${wide}`] : beyond.map(element => `${element.localName} ${element.textContent.slice(0, 40)}`);
}

async function narrow({ looks }) {
	const { page } = await looks('phone', 'light');
	const wrong = await page.evaluate(overflow);
	const small = await page.evaluate(() => [...document.querySelectorAll('figure svg text')].filter(text => text.checkVisibility()).map(text => {
		const svg = text.ownerSVGElement;
		return parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
	}).filter(size => size < 11));
	return [...wrong, ...small.map(size => `letters of ${size.toFixed(1)} px`)];
}

// What axe does not look at: letters and marks of drawings against their ground, and that the two sides can be
// told apart without their colours.
function drawingContrast() {
	const channel = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
	const luminance = color => {
		const [r, g, b] = color.match(/[\d.]+/g).map(Number);
		return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
	};
	const contrast = (a, b) => {
		const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (light + 0.05) / (dark + 0.05);
	};
	const groundOf = element => {
		const own = element.querySelector?.('.ground');
		if (own) {
			return getComputedStyle(own).fill;
		}
		for (let at = element; at; at = at.parentElement) {
			const color = getComputedStyle(at).backgroundColor;
			if (!/, 0\)$|transparent/.test(color)) {
				return color;
			}
		}
		return 'rgb(255, 255, 255)';
	};
	const wrong = [];
	for (const svg of document.querySelectorAll('svg')) {
		const ground = groundOf(svg);
		const need = (element, colors, least) => {
			const best = Math.max(...colors.filter(color => color !== 'none').map(color => contrast(color, ground)));
			best >= least || wrong.push(`${element.getAttribute('class')} "${element.textContent}": ${best.toFixed(2)} to 1`);
		};
		svg.querySelectorAll('text').forEach(text => need(text, [getComputedStyle(text).fill], 4.5));
		svg.querySelectorAll('.mark, .line, .whisker, .limit').forEach(mark => need(mark, [getComputedStyle(mark).fill, getComputedStyle(mark).stroke], 3));
		const [stock, mynd] = ['stock', 'mynd'].map(side => svg.querySelector(`.mark.${side}`));
		if (stock && mynd && stock.localName === mynd.localName && contrast(getComputedStyle(stock).fill, getComputedStyle(mynd).fill) < 3) {
			wrong.push('stock and mynd differ by hue alone');
		}
	}
	return [...new Set(wrong)];
}

const checks = { foreign, valid, requests, tables, structure, geometry, narrow };
for (const scheme of SCHEMES) {
	checks[`contrast, ${scheme}`] = async ({ looks }) => (await looks('wide', scheme)).page.evaluate(drawingContrast);
	for (const width of Object.keys(WIDTHS)) {
		checks[`axe, ${width}, ${scheme}`] = async ({ looks }) => {
			const { page } = await looks(width, scheme, true);
			await page.evaluate(axe);
			const result = await page.evaluate(() => axe.run());
			const wrong = result.violations.flatMap(violation => violation.nodes.map(node => `${violation.id}: ${node.target}: ${node.failureSummary}`));
			return result.passes.length > 10 ? wrong : ['axe has looked at next to nothing', ...wrong];
		};
		checks[`screenshot, ${width}, ${scheme}`] = async ({ looks }) => (await looks(width, scheme)).blank();
	}
}
export { checks, drawingContrast };
