// The texts of the admin stand in its typed sets (web/admin/texts), so that each is there in every language.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const admin = join(import.meta.dirname, '../../web/admin');

/** The same in every language: names of keys and units, placeholders, and states that the sets name. */
const everywhere = [
  ...['N/A', 'JWT', 'HS256', 'Ctrl K', 'Ctrl K … ⌘ K', 'g', '… s', '{name}', '{email}'],
  ...['Expiring Soon', 'Not Authenticated', '….example.com', '/var/backups/applaud'],
];
const shownAttributes = ['label', 'title', 'aria-label', 'placeholder', 'help', 'caption', 'legend', 'alt', 'subtitle'];
const shownProperties = ['title', 'description', 'label'];
/** The beginning of a sentence: no class name, key or value of the API. */
const sentence = /^\p{Lu}[\p{Ll}’']+ [\p{L}\d$“]/u;

const files = readdirSync(admin, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.|^testing/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(admin.length + 1))
  .filter((name) => !name.startsWith('texts/'));
const found = files.flatMap((name) => literalTexts(name).map((text) => `${name}: ${text}`));

test('D-44: no page of the admin holds a literal text: put what is named here into the sets of web/admin/texts', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

function literalTexts(file: string): string[] {
  const texts: string[] = [];
  const note = (text: string) => {
    if (/\p{L}/u.test(text) && !/^https?:/.test(text) && !everywhere.includes(text.trim())) texts.push(text.trim());
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node.text);
    else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? wordsOf(node) : node.text;
      if (isShown(node) || (sentence.test(text) && !isOfError(node))) note(text);
    }
    ts.forEachChild(node, visit);
  };
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  visit(ts.createSourceFile(file, readFileSync(join(admin, file), 'utf8'), ts.ScriptTarget.Latest, true, kind));
  return texts;
}

/** A child of an element, an attribute that is read out or shown, or a property of a notice, in any branch. */
function isShown(node: ts.Node): boolean {
  let child = node;
  let { parent } = node;
  while (isBranch(parent, child)) {
    child = parent;
    parent = parent.parent;
  }
  if (ts.isJsxExpression(parent)) {
    const owner = parent.parent;
    return ts.isJsxAttribute(owner) ? shownAttributes.includes(owner.name.getText()) : true;
  }
  if (ts.isJsxAttribute(parent)) return shownAttributes.includes(parent.name.getText());
  return ts.isPropertyAssignment(parent) && shownProperties.includes(parent.name.getText());
}

function isBranch(parent: ts.Node, child: ts.Node): boolean {
  if (ts.isConditionalExpression(parent)) return parent.condition !== child;
  return ts.isBinaryExpression(parent) && ['||', '??', '+'].includes(parent.operatorToken.getText());
}

/** The message of an error for developers. */
function isOfError(node: ts.Node): boolean {
  return ts.isNewExpression(node.parent) && node.parent.expression.getText().endsWith('Error');
}

function wordsOf({ head, templateSpans }: ts.TemplateExpression): string {
  return [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
}

/** How code loads together with its texts, up to the end of the line. */
const withPageTexts = '(?:pageOnDemand|withSetupTexts|loadWith(?:Page|Setup)Texts)';
const withItemTexts = withPageTexts.replace('Page', 'Item|Page');

test.each([
  ['a page is opened', 'the pages', withPageTexts, 'Page', 'action-item-groups.tsx'],
  ['there is an action item', 'action items', withItemTexts, '(Item|Page)', 'setup-steps.tsx'],
])('what shows before %s uses no texts of %s', (_when, _of, loaders, parts, reached) => {
  const loaded = new Set<string>();
  const follow = (file: string): void => {
    if (loaded.has(file) || !/\.tsx?$/.test(file)) return;
    loaded.add(file);
    const source = readFileSync(file, 'utf8').replaceAll(new RegExp(`${loaders}\\(\\(\\) => import\\(.*`, 'g'), '');
    for (const [, name = ''] of source.matchAll(/(?:^(?:import|export)(?! type)[^;']*|\bimport\()'(\.[^']*)'/gm))
      follow(join(dirname(file), name));
  };
  follow(join(admin, '../entry-admin.tsx'));
  expect([...loaded].some((file) => file.endsWith(reached))).toBe(true);
  const uses = new RegExp(`(use|shown)${parts}Texts\\(\\)`);
  const users = [...loaded].filter((file) => uses.test(readFileSync(file, 'utf8')));
  expect(users.map((file) => file.slice(admin.length + 1))).toEqual(['texts/shown-texts.ts']);
});
