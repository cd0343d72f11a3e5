// @ts-check
// The texts of a language as a table for translators. The files stay the place of the texts: an import changes only the
// literals that the table changes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { runnerImport } from 'vite';
import { root } from './freshness.mjs';

/**
 * A text in a file. `shown` has its values as placeholders: `{count} links` for `${count} links`.
 * @typedef {{ shown: string, file: string, node: ts.StringLiteralLike | ts.TemplateExpression }} Text
 * @typedef {Map<string, Text | 'in code' | 'elsewhere'>} Texts By key, such as `orderPage.title`. A plural has its forms, as
 * `key (1)`. `elsewhere`: the value is another text, or one of another folder.
 * @typedef {{ texts: Texts, file: string, constants: Map<string, ts.Expression> }} Place
 */

/** @type {{ module: typeof import('../server/platform/csv.ts') }} */
const {
  module: { formatCsvFile, parseCsvFile },
} = await runnerImport(join(root, 'server/platform/csv.ts'), { configFile: false, root, logLevel: 'warn' });

const header = ['key', 'English'];

/** @param {string} folder @param {string} language @returns {string[]} `pt.ts` and `pt-*.ts`. */
export function filesOf(folder, language) {
  return readdirSync(folder)
    .filter((name) => name === `${language}.ts` || (name.startsWith(`${language}-`) && name.endsWith('.ts')))
    .map((name) => join(folder, name))
    .sort();
}

/** @param {string} folder @param {string} language @returns {Texts} */
export function readTexts(folder, language) {
  /** @type {Texts} */
  const texts = new Map();
  for (const file of filesOf(folder, language)) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const constants = new Map(
      source.statements
        .filter((statement) => ts.isVariableStatement(statement))
        .flatMap(({ declarationList }) => [...declarationList.declarations])
        .flatMap(({ name, initializer }) => (initializer ? [[name.getText(), initializer]] : [])),
    );
    const inside = ownName(file.slice(folder.length + 1, -3), language) || 'shared';
    for (const [name, value] of constants) {
      // Its texts have the key of what spreads it.
      if (new RegExp(`\\.\\.\\.${name}\\b`).test(source.text)) continue;
      const isExported = new RegExp(`^export const ${name}\\b`, 'm').test(source.text);
      const own = ownName(name, language);
      collect({ texts, file, constants }, isExported ? own : `${inside}/${own}`, value);
    }
  }
  return texts;
}

/**
 * The name without its language: `ptCheckout` and `enCheckout` are one key.
 * @param {string} name @param {string} language
 */
function ownName(name, language) {
  if (name === language) return '';
  const rest = name.replace(new RegExp(`^${language}[-/]`), '');
  return rest.replace(new RegExp(`^${language}([A-Z])`), (_, first) => first.toLowerCase());
}

/** @param {Place} place @param {string} key @param {ts.Expression} node */
function collect(place, key, node) {
  const { texts, file } = place;
  const value = plain(node);
  if (ts.isObjectLiteralExpression(value)) {
    for (const property of value.properties) collectProperty(place, key, property);
  } else if (ts.isArrayLiteralExpression(value)) {
    for (const [at, element] of value.elements.entries()) collect(place, `${key}.${at}`, element);
  } else if (ts.isArrowFunction(value)) {
    const forms = ts.isBlock(value.body) ? [] : formsOf(value.body);
    const found = forms.filter(isText);
    if (found.length < forms.length || forms.length === 0) return add(texts, key, 'in code');
    for (const [at, form] of found.entries())
      add(texts, forms.length > 1 ? `${key} (${at + 1})` : key, { shown: shownText(form), file, node: form });
  } else if (isText(value)) add(texts, key, { shown: shownText(value), file, node: value });
  else add(texts, key, 'elsewhere');
}

/** @param {Place} place @param {string} key Of its object. @param {ts.ObjectLiteralElementLike} property */
function collectProperty(place, key, property) {
  if (ts.isSpreadAssignment(property)) {
    const spread = place.constants.get(property.expression.getText());
    if (spread) collect(place, key, spread);
    return;
  }
  const name = property.name && 'text' in property.name ? property.name.text : (property.name?.getText() ?? '');
  const own = key === '' ? name : `${key}.${name}`;
  if (ts.isPropertyAssignment(property)) collect(place, own, property.initializer);
  else if (key !== '') add(place.texts, own, 'elsewhere');
}

/** @param {Texts} texts @param {string} key @param {Text | 'in code' | 'elsewhere'} text */
function add(texts, key, text) {
  const present = texts.get(key);
  if (present && present !== 'elsewhere' && text !== 'elsewhere') throw new Error(`Two texts have the key "${key}".`);
  if (!present || text !== 'elsewhere') texts.set(key, text);
}

/** Both sides of a condition: one link, two links. @param {ts.Expression} body @returns {ts.Expression[]} */
function formsOf(body) {
  const value = plain(body);
  return ts.isConditionalExpression(value) ? [...formsOf(value.whenTrue), ...formsOf(value.whenFalse)] : [value];
}

/** @param {ts.Expression} node @returns {ts.Expression} */
function plain(node) {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? plain(node.expression)
    : node;
}

/**
 * A literal, or a template whose values hold no words themselves.
 * @param {ts.Expression} node @returns {node is ts.StringLiteralLike | ts.TemplateExpression}
 */
function isText(node) {
  if (ts.isStringLiteralLike(node)) return true;
  return (
    ts.isTemplateExpression(node) && node.templateSpans.every(({ expression }) => !/[`'"{}]/.test(expression.getText()))
  );
}

/** @param {ts.StringLiteralLike | ts.TemplateExpression} node */
function shownText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return (
    node.head.text +
    node.templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`).join('')
  );
}

/** @param {string} text @returns {string[]} Each placeholder once. */
function placeholdersOf(text) {
  return [...new Set(text.match(/\{[^{}]+\}/g) ?? [])].sort();
}

/**
 * @param {Texts} english @param {Texts} translated @param {string} language
 * @returns {{ csv: string, missing: string[], inCode: string[] }}
 */
export function exportTable(english, translated, language) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const inCode = [];
  /** @type {string[]} */
  const missing = [];
  for (const key of new Set([...english.keys(), ...translated.keys()])) {
    const [from, to] = [english.get(key), translated.get(key)];
    if (from === 'in code' || to === 'in code') inCode.push(key);
    else if (typeof to === 'object' || typeof from === 'object') {
      if (to !== 'elsewhere') rows.push([key, shownIn(english, key), shownIn(translated, key)]);
    }
    if (isMissing(english, translated, key)) missing.push(key);
  }
  return { csv: formatCsvFile([[...header, language], ...rows], decimalSign(language)), missing, inCode };
}

/** A translator's spreadsheet expects it. @param {string} language @returns {'.' | ','} */
function decimalSign(language) {
  return new Intl.NumberFormat(language).format(1.5).includes(',') ? ',' : '.';
}

/** @param {Texts} texts @param {string} key */
function shownIn(texts, key) {
  const text = texts.get(key);
  return typeof text === 'object' ? text.shown : '';
}

/**
 * Another language may have more forms of a plural, or one. It may take a text, or the object around it, from elsewhere.
 * @param {Texts} english @param {Texts} translated @param {string} key
 */
function isMissing(english, translated, key) {
  if (typeof english.get(key) !== 'object') return false;
  const [base = '', ...around] = key
    .replace(/ \(\d+\)$/, '')
    .split('.')
    .map((_, at, names) => names.slice(0, names.length - at).join('.'));
  const isThere = [key, base, `${base} (1)`].some((name) => translated.has(name));
  return !isThere && !around.some((name) => translated.get(name) === 'elsewhere') && !key.includes('/');
}

/**
 * The files with the texts of a table, and what the table leaves untranslated. With problems nothing may be written.
 * @param {string} csv @param {Texts} english @param {Texts} translated @param {string} language
 * @returns {{ files: Map<string, string>, problems: string[], missing: string[] }}
 */
export function importTable(csv, english, translated, language) {
  const { rows: all, brokenLine } = parseCsvFile(csv);
  // Spreadsheets leave empty lines at the end.
  const [first, ...rows] = all.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const problems =
    brokenLine === null
      ? []
      : [`Line ${brokenLine}: a quotation mark stands alone. Inside a cell it is written twice.`];
  const wanted = [...header, language];
  if (first?.cells.join() !== wanted.join()) problems.push(`Line 1: the columns are not ${wanted.join(', ')}.`);
  /** @type {Map<string, { line: number, text: Text, shown: string }>} */
  const changes = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[]} */
  const missing = [];
  for (const { line, cells } of problems.length > 0 ? [] : rows) {
    const [key = '', , shown = ''] = cells;
    const text = translated.get(key);
    if (cells.length !== 3) problems.push(`Line ${line}: a row has 3 cells, this one has ${cells.length}.`);
    else if (seen.has(key)) problems.push(`Line ${line}: "${key}" is there a second time.`);
    else if (text === 'in code') problems.push(`Line ${line}: "${key}" is made by code, which a developer translates.`);
    else if (!text || text === 'elsewhere') {
      if (!english.has(key)) problems.push(`Line ${line}: there is no text "${key}".`);
      else if (shown !== '') problems.push(`Line ${line}: "${key}" has no place in the files yet. Add it there first.`);
    } else if (shown === '') missing.push(key);
    else if (shown !== text.shown) {
      const problem = placeholderProblem(english.get(key), text, shown);
      if (problem) problems.push(`Line ${line}: "${key}" ${problem}`);
      else changes.set(key, { line, text, shown });
    }
    seen.add(key);
  }
  for (const key of english.keys()) {
    if (isMissing(english, translated, key)) missing.push(key);
  }
  return { files: problems.length > 0 ? new Map() : changedFiles([...changes.values()]), problems, missing };
}

/** @param {Text | 'in code' | 'elsewhere' | undefined} english @param {Text} text @param {string} shown @returns {string | null} */
function placeholderProblem(english, text, shown) {
  // In a template the names are those of its own function.
  const isTemplate = ts.isTemplateExpression(text.node);
  const source = isTemplate || typeof english !== 'object' ? text : english;
  const needed = placeholdersOf(source.shown);
  const given = placeholdersOf(shown);
  const lost = needed.filter((name) => !given.includes(name));
  const unknown = given.filter((name) => !needed.includes(name));
  if (lost.length > 0) return `lacks ${lost.join(' and ')}.`;
  return unknown.length > 0 ? `has ${unknown.join(' and ')}, which this text has no value for.` : null;
}

/** @param {{ text: Text, shown: string }[]} changes @returns {Map<string, string>} */
function changedFiles(changes) {
  /** @type {Map<string, string>} */
  const files = new Map();
  // From the end, so that the positions before stay.
  for (const { text, shown } of changes.toSorted((a, b) => b.text.node.pos - a.text.node.pos)) {
    const { file, node } = text;
    const source = files.get(file) ?? node.getSourceFile().text;
    files.set(file, source.slice(0, node.getStart()) + literalOf(node, shown) + source.slice(node.end));
  }
  return files;
}

/** As the formatter writes it. @param {Text['node']} node @param {string} shown */
function literalOf(node, shown) {
  const escaped = shown.replaceAll('\\', '\\\\').replace(/\r?\n/g, '\\n').replaceAll('\u00a0', '\\u00a0');
  if (ts.isTemplateExpression(node)) {
    const values = new Set(node.templateSpans.map(({ expression }) => `{${expression.getText()}}`));
    const parts = escaped.replaceAll('`', '\\`').split(/(\{[^{}]+\})/);
    // Braces without a value of the template belong to the text, as in `{guarantee}`.
    return `\`${parts.map((part) => (values.has(part) ? `$${part}` : part.replaceAll('${', '\\${'))).join('')}\``;
  }
  const quote = shown.split("'").length > shown.split('"').length ? '"' : "'";
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}
