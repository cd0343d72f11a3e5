// The language of the project (CONTRIBUTING.md, "Language"): names that an engineer would search for, and short sentences.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const codeFolders = ['contract', 'server', 'web', 'sandbox', 'tests', 'bench', 'scripts'];
const mostLines = 500;
const mostWords = 30;

/** Words inside a name. The database and the API keep theirs: `said` and `asked` are columns and fields. */
const bannedInNames =
  /^(tell|tells|told|untold|telling|ask|asks|asked|asking|asker|say|says|said|saying|hear|hears|heard)$/;
const bannedSuffix = /Parts$/;
const bannedInComments = /\b(this house|the walls|wary|anew|whoever|so to speak|in vain)\b/i;
/** Machines return, send and retry. Tests describe people, too. */
const bannedInProduction =
  /(?<!`)\b(tell|told|ask|asked|say|says|said|know|knows|want|wants|wanted|hear|hears|heard)\b(?!`)/i;

type Source = { name: string; text: string };
const code = codeFolders.flatMap((folder) => filesUnder(folder)).filter(({ name }) => /\.(ts|tsx|mjs)$/.test(name));
const documents = [...filesUnder('docs'), ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map(read)].filter(
  // A copy of the specification.
  ({ name }) => extname(name) === '.md' && name !== 'docs/requirements.md',
);

test('no file is longer than 500 lines: split the one that is named here by subject', () => {
  const long = code.filter(({ text }) => text.trimEnd().split('\n').length > mostLines);
  expect(long.map(({ name }) => name)).toEqual([]);
});

test('no object is spread from a literal to please the formatter: write one property a line', () => {
  expect(placesOf(code, /\.\.\.\{ \w+[,: ]/)).toEqual([]);
});

test('names use words of the field (docs/glossary.md): rename what is named here', () => {
  const named = code.flatMap(({ name, text }) =>
    (hasBannedWord(text) ? declaredNames(name, text) : []).filter(isBanned).map((one) => `${name}: ${one}`),
  );
  expect(named).toEqual([]);
}, 60_000);

test('comments use words of the field: write what the code does, in the words of docs/glossary.md', () => {
  const comments = code
    .filter(({ name }) => name !== 'tests/repo/language.test.ts')
    .map(({ name, text }) => ({ name, text: text.replace(/^(?!\s*(\/\/|\/?\*)).*$/gm, '') }));
  expect(placesOf(comments, bannedInComments)).toEqual([]);
  const production = comments.filter(({ name }) => !/^tests\/|\.test\.|conformance/.test(name));
  expect(placesOf(production, bannedInProduction)).toEqual([]);
});

test('a sentence of a document has at most 30 words: split the ones that are named here', () => {
  const long = documents.flatMap(({ name, text }) =>
    sentencesOf(text)
      .filter((sentence) => sentence.split(/\s+/).length > mostWords)
      .map((sentence) => `${name}: ${sentence.slice(0, 80)} ...`),
  );
  expect(long).toEqual([]);
});

test('pages compare codes, never sentences', () => {
  const pages = code.filter(({ name }) => name.startsWith('web/') && !name.includes('.test.'));
  expect(placesOf(pages, /(===|!==) (messages\.|errors\.\w+\.message|'[A-Z][^']* [^']*')/)).toEqual([]);
});

/** Anywhere, in a comment too. Only such files are parsed, because parsing takes long. */
function hasBannedWord(text: string): boolean {
  return (text.match(/[\w$]*(?:tell|told|ask|say|said|hear|Parts)[\w$]*/gi) ?? []).some(isBanned);
}

/** Variables, functions, parameters and types. Properties are fields of the API or of the database. */
function declaredNames(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kindOf(file));
  const names = new Set<string>();
  const visit = (node: ts.Node) => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...names];
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node)
  );
}

function kindOf(file: string): ts.ScriptKind {
  return { '.tsx': ts.ScriptKind.TSX, '.mjs': ts.ScriptKind.JS }[extname(file)] ?? ts.ScriptKind.TS;
}

function isBanned(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/);
  return bannedSuffix.test(name) || words.some((word) => bannedInNames.test(word));
}

/** Outside code blocks and tables. */
function sentencesOf(markdown: string): string[] {
  const prose = markdown.replace(/```[\s\S]*?```/g, '').replace(/^\|.*$/gm, '');
  return prose
    .split(/\n\s*\n|\n\s*[-#*] |\n\d+\. /)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?:;]) /))
    .map((sentence) => sentence.trim());
}

function placesOf(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ name, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${name}:${at + 1}: ${line.trim()}`] : [])),
  );
}

function filesUnder(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|md)$/.test(entry.name))
    .map((entry) => read(join(entry.parentPath, entry.name).slice(root.length + 1)));
}

function read(name: string): Source {
  return { name, text: readFileSync(join(root, name), 'utf8') };
}
