// @ts-check
// `node scripts/texts.mjs export pages pt --to pt.csv`: the texts of a language as a table for translators.
// `node scripts/texts.mjs import pages pt --from pt.csv`: writes the table back; with a problem it writes nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { root } from './freshness.mjs';
import { installTools } from './tools.mjs';

installTools();
const { exportTable, filesOf, importTable, readTexts } = await import('./text-tables.mjs');

/** What messages say in the admin is apart from its screens. */
const folders = { pages: 'web/shop/texts', admin: 'web/admin/texts', messages: 'contract/message-texts' };

/** @param {string} sentence @returns {never} */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string} heading @param {string[]} keys */
function list(heading, keys) {
  if (keys.length > 0) console.error(`${heading} (${keys.length}):\n${keys.map((key) => `  ${key}`).join('\n')}`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string' }, from: { type: 'string' } },
});
const [act, place, language = ''] = positionals;
const folder = Object.entries(folders).find(([name]) => name === place)?.[1];
const file = act === 'export' ? values.to : values.from;
if (!folder || !file || !/^[a-z]{2}$/.test(language) || (act !== 'export' && act !== 'import')) {
  refuse(`node scripts/texts.mjs export pages pt --to FILE
node scripts/texts.mjs import pages pt --from FILE
In place of "pages" (${folders.pages}): admin, messages. In place of "pt": another language.`);
}
const english = readTexts(join(root, folder), 'en');
const translated = readTexts(join(root, folder), language);

if (act === 'export') {
  const { csv, missing, inCode } = exportTable(english, translated, language);
  writeFileSync(file, csv);
  list('In code, translated by a developer', inCode);
  list('Missing', missing);
  console.error(`${csv.split('\r\n').length - 2} texts are in ${file}.`);
} else {
  if (filesOf(join(root, folder), language).length === 0) refuse(`${folder} has no files of "${language}" yet.`);
  const { files, problems, missing } = importTable(readFileSync(file, 'utf8'), english, translated, language);
  if (problems.length > 0) refuse(`${problems.join('\n')}\nNothing was written.`);
  for (const [name, source] of files) writeFileSync(name, source);
  if (files.size > 0)
    spawnSync('npx', ['biome', 'format', '--write', ...files.keys()], { cwd: root, stdio: 'inherit' });
  list('Missing', missing);
  console.error(`Changed: ${[...files.keys()].map((name) => relative(root, name)).join(', ') || 'nothing'}.`);
}
