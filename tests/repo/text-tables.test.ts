// The tables for translators: `node scripts/texts.mjs`.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportTable, filesOf, importTable, readTexts } from '../../scripts/text-tables.mjs';
import { formatCsvFile } from '../../server/platform/csv.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-texts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const english = `export const en = { title: 'Orders', cut: 'Save {percent}%', places: ['Home', 'Basket'] };
export const enOrder = {
  of: (id: string) => \`Order \${id}\`,
  links: (count: number) => (count === 1 ? '1 link' : \`\${count} links\`),
  day: (at: string) => at.slice(0, 10),
  late: 'Late',
};
`;
const portuguese = `export const pt: Texts = { title: 'Pedidos', cut: 'Economize {percent}%', places: ['Início', 'Cesta'] };
export const ptOrder: OrderTexts = {
  of: (id) => \`Pedido \${id}\`,
  links: (count) => (count === 1 ? '1 link' : \`\${count} links\`),
  day: (at) => at.slice(0, 10).split('-').reverse().join('/'),
};
`;

function texts() {
  writeFileSync(join(folder, 'en.ts'), english);
  writeFileSync(join(folder, 'pt.ts'), portuguese);
  return { en: readTexts(folder, 'en'), pt: readTexts(folder, 'pt') };
}

function importRows(...rows: string[][]) {
  const { en, pt } = texts();
  return importTable(formatCsvFile([['key', 'English', 'pt'], ...rows], '.'), en, pt, 'pt');
}

test('a table has each text with its English, and lists what is missing and what is in code', () => {
  const { en, pt } = texts();
  const { csv, missing, inCode } = exportTable(en, pt, 'pt');
  expect(csv).toBe(
    [
      '\uFEFFkey;English;pt',
      'title;Orders;Pedidos',
      'cut;Save {percent}%;Economize {percent}%',
      'places.0;Home;Início',
      'places.1;Basket;Cesta',
      'order.of;Order {id};Pedido {id}',
      'order.links (1);1 link;1 link',
      'order.links (2);{count} links;{count} links',
      'order.late;Late;',
      '',
    ].join('\r\n'),
  );
  expect(missing).toEqual(['order.late']);
  expect(inCode).toEqual(['order.day']);
});

test('an import changes the texts of the table, and nothing else', () => {
  const { files, problems, missing } = importRows(
    ['title', '', 'Seus "pedidos"'],
    ['places.1', '', "Copo d'água\u00a0\\"],
    ['order.of', '', `O \` de US\${id}`],
    ['order.links (2)', '', 'links: {count}'],
    ['order.late', '', ''],
  );
  expect(problems).toEqual([]);
  expect(missing).toContain('order.late');
  expect([...files.keys()]).toEqual(filesOf(folder, 'pt'));
  // Functions, because a replacement has a meaning for "$$".
  const changed = portuguese
    .replace("'Pedidos'", () => `'Seus "pedidos"'`)
    .replace("'Cesta'", () => String.raw`"Copo d'água\u00a0\\"`)
    .replace(`\`Pedido \${id}\``, () => `\`O \\\` de US$\${id}\``)
    .replace(`\`\${count} links\``, () => `\`links: \${count}\``);
  expect(files.get(join(folder, 'pt.ts'))).toBe(changed);
});

test('a table with a problem changes nothing, and each problem has its line', () => {
  const { files, problems } = importRows(
    ['title', '', 'Dois\npedidos'],
    ['none', '', 'Nada'],
    ['cut', '', 'Economize'],
    ['order.of', '', 'Pedido {number}'],
    ['order.day', '', 'Dia'],
    ['order.late', '', 'Tarde'],
    ['title', '', 'Pedidos'],
    ['places.0', 'Home'],
  );
  expect(files.size).toBe(0);
  expect(problems).toEqual([
    'Line 4: there is no text "none".',
    'Line 5: "cut" lacks {percent}.',
    'Line 6: "order.of" lacks {id}.',
    'Line 7: "order.day" is made by code, which a developer translates.',
    'Line 8: "order.late" has no place in the files yet. Add it there first.',
    'Line 9: "title" is there a second time.',
    'Line 10: a row has 3 cells, this one has 2.',
  ]);
});

test('a table of another language, or with a lost quotation mark, is refused', () => {
  const { en, pt } = texts();
  const problemsOf = (csv: string) => importTable(csv, en, pt, 'pt').problems;
  expect(problemsOf('key,English,es\r\n')).toEqual(['Line 1: the columns are not key, English, pt.']);
  expect(problemsOf('key,English,pt\ntitle,,"Pedidos\n')).toEqual([
    'Line 2: a quotation mark stands alone. Inside a cell it is written twice.',
  ]);
});

test.each(['web/shop/texts', 'web/admin/texts', 'contract/message-texts'])(
  '%s: an export that is imported changes nothing, and no text is missing',
  (place) => {
    const [en, pt] = [readTexts(place, 'en'), readTexts(place, 'pt')];
    const { csv, missing } = exportTable(en, pt, 'pt');
    expect(importTable(csv, en, pt, 'pt')).toEqual({ files: new Map(), problems: [], missing: [] });
    expect(missing).toEqual([]);
    expect(csv.split('\r\n').length).toBeGreaterThan(500);
    expect(readFileSync(filesOf(place, 'pt')[0] ?? '', 'utf8')).toContain('Portuguese');
  },
);

test('an import keeps the values of a template apart from the placeholders of its text', () => {
  const source = (title: string) => `const facts = { days: '5' };\nexport const NAME = { title: ${title} };\n`;
  writeFileSync(join(folder, 'en.ts'), source(`\`{name} waits \${facts.days} days\``).replace('NAME', 'en'));
  writeFileSync(join(folder, 'pt.ts'), source(`\`{name} espera \${facts.days} dias\``).replace('NAME', 'pt: Texts'));
  const csv = formatCsvFile(
    [
      ['key', 'English', 'pt'],
      ['title', '{name} waits {facts.days} days', '{name} aguarda {facts.days} dias,\r\nno máximo'],
    ],
    ',',
  );
  const { problems, files } = importTable(csv, readTexts(folder, 'en'), readTexts(folder, 'pt'), 'pt');
  expect(problems).toEqual([]);
  expect([...files.values()].join()).toContain(`title: \`{name} aguarda \${facts.days} dias,\\nno máximo\``);
});

test.each([
  ['semicolons, a byte order mark and CRLF', '\uFEFFkey;English;pt\r\ntitle;Orders, all;"Meus; pedidos"\r\n;;\r\n'],
  ['commas and LF', 'key,English,pt\ntitle,"Orders, all",Meus; pedidos\n\n'],
  ['tabs and CR', 'key\tEnglish\tpt\rtitle\tOrders, all\tMeus; pedidos'],
  ['all cells in quotation marks', '"key";"English";"pt"\r\n"title";"Orders, all";"Meus; pedidos"\r\n'],
])('D-93: imports a table that a spreadsheet saved with %s', (_, csv) => {
  const { en, pt } = texts();
  const { files, problems } = importTable(csv, en, pt, 'pt');
  expect(problems).toEqual([]);
  expect(files.get(join(folder, 'pt.ts'))).toContain("title: 'Meus; pedidos'");
});

test('D-93: a text that looks like a formula is none in the table, and the import restores it', () => {
  writeFileSync(join(folder, 'en.ts'), "export const en = { title: '-{count} left', cut: '+5' };\n");
  writeFileSync(join(folder, 'pt.ts'), "export const pt: Texts = { title: '-{count} faltam', cut: '=5' };\n");
  const [en, pt] = [readTexts(folder, 'en'), readTexts(folder, 'pt')];
  const { csv } = exportTable(en, pt, 'pt');
  expect(csv).toContain("\r\ntitle;'-{count} left;'-{count} faltam\r\ncut;'+5;'=5\r\n");
  expect(importTable(csv, en, pt, 'pt')).toEqual({ files: new Map(), problems: [], missing: [] });
});
