// Pages that were broken on purpose: what is changed, and the check that has to find it.
const row = /(<tr><th scope="row">PDO, fetchAll\(\)<\/th><td><data value=")([\d.E+-]+)("[^>]*>)/;

export const breaks = {
	'a picture from elsewhere': { check: 'foreign', from: '</main>', to: '<img alt="" src="https://example.com/a.png"></main>' },
	'a script': { check: 'foreign', from: '</main>', to: '<script>1</script></main>' },
	'a picture beside it': { check: 'requests', from: '</main>', to: '<img alt="a" src="beside.png"></main>' },
	'an element that is not closed': { check: 'valid', from: '</figure>', to: '' },
	'another number': { check: 'tables', from: row, to: (_, before, value, after) => before + (Number(value) + 1) + after },
	'a number that is shown as another': { check: 'tables', from: /(<data value="[\d.]+">)[^<]+/, to: '$112,345' },
	'a row too few': { check: 'tables', from: /<tr><th scope="row">PDO, fetchAll\(\)<\/th>.*?<\/tr>/, to: '' },
	'another heading': { check: 'tables', from: '>PDO, fetchAll()</th>', to: '>prepared, fetch_all()</th>' },
	'a table without a caption': { check: 'structure', from: /<caption>.*?<\/caption>/, to: '' },
	'a table without headings of rows': { check: 'structure', from: /<th scope="row">(.*?)<\/th>/g, to: '<td>$1</td>' },
	'a drawing without a description': { check: 'structure', from: /<desc [^>]*>.*?<\/desc>/, to: '' },
	'a bar that is too long': { check: 'geometry', from: /(<rect x="[\d.]+" y="[\d.]+" width=")([\d.]+)(" height="14")/, to: (_, before, width, after) => before + (Number(width) + 9) + after },
	'a text outside its drawing': { check: 'geometry', from: /<text x="0"/, to: '<text x="-50"' },
	'a table that does not fit a phone': { check: 'narrow', from: '<table>', to: '<table style="min-width: 30rem">' },
	'letters that are too small': { check: 'narrow', from: 'svg text { fill: var(--ink); font-size: 13px; }', to: 'svg text { fill: var(--ink); font-size: 8px; }' },
	'pale words': { check: 'axe, phone, light', from: '--soft: #4a5663', to: '--soft: #a9b2bb' },
	'pale words at night': { check: 'axe, wide, dark', from: '--soft: #aab5c0', to: '--soft: #5a6570' },
	'a page without a language': { check: 'axe, wide, light', from: '<html lang="en">', to: '<html>' },
	'pale letters in drawings': { check: 'contrast, light', from: 'svg text { fill: var(--ink)', to: 'svg text { fill: var(--grid)' },
	'marks that differ by hue alone': { check: 'contrast, dark', from: '--stock-fill: #463418', to: '--stock-fill: #e0b060' },
	'nothing on it': { check: 'screenshot, wide, light', from: '<body>', to: '<body style="opacity: 0">' },
};
