// A text has its element for itself ("Translated pages" in docs/architecture.md). A browser's translation replaces text
// nodes: React then removes, moves or changes a node that is no longer on the page, and the part of the page vanishes or
// keeps its old text. Of an element whose only child is a string, React writes the text content, which works.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const web = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing/.test(name))
  .map((name) => sourceOf(`web/${name}`, readFileSync(join(root, 'web', name), 'utf8')));

test('text is the only child of its element, everywhere in web: wrap what is named here, or write one string', () => {
  expect(bareTexts(web)).toEqual([]);
});

const props = 'function Part({ icon, note, children }: { icon: Elements; note: ReactNode; children: ReactNode })';

test.each([
  // Conditional beside text, in both orders.
  ['{on ? <i /> : null}Save', ['Save']],
  ['{on && <i />}{texts.save}', ['{texts.save}']],
  ['{children}{icon}', ['{children}']],
  ['{rows.map((row) => <i key={row} />)} of {total}', ['of', '{total}']],
  // Text that changes beside text.
  ['{count} likes', ['{count}', 'likes']],
  ['<b>{count}</b> likes', ['likes']],
  ['<b>{count}</b>{" "}<i />', ['{" "}']],
  ['<b />{on ? "yes" : null}', ['{on ? "yes" : null}']],
  ['<b />{on ? <i /> : word}', ['{on ? <i /> : word}']],
  ['<b />{"a" + count}', ['{"a" + count}']],
  ['<b />{rows.map((row) => row)}', ['{rows.map((row) => row)}']],
  ['<b />{note ?? <i />}', ['{note ?? <i />}']],
  // A fragment is no element.
  ['<>{count}</>', ['{count}']],
])('finds the text in %s', (jsx, found) => {
  const source = sourceOf('part.tsx', `${props} { return <p>${jsx}</p>; }`);
  expect(bareTexts([source])).toEqual(found.map((text) => `part.tsx:1: ${text}`));
});

test.each(['return texts.save;', 'return on ? "yes" : <i />;', 'return rows.map((row) => row.name);'])(
  'finds a component that is a bare text: %s',
  (body) => expect(bareTexts([sourceOf('part.tsx', `function Part() { ${body} }`)])).toHaveLength(1),
);

test.each([
  '{count + " likes"}',
  '{on ? texts.yes : <i />}',
  '{icon}<span>{count}</span>',
  '{on ? icon : null}<span>Save</span>',
  '<b />{rows.map((row) => <i key={row} />)}',
  '<b />{link}{rowOf(1)}',
])('accepts %s', (jsx) => {
  const source = `function rowOf(at: number) { return <i key={at} />; }
    ${props} { const link = on ? <a /> : null; return <p>${jsx}</p>; }`;
  expect(bareTexts([sourceOf('part.tsx', source)])).toEqual([]);
});

/** Bare texts beside other children, in fragments, and as the whole of a component. */
function bareTexts(sources: readonly ts.SourceFile[]): string[] {
  const isElement = elementsIn(sources);
  return sources.flatMap((source) => {
    const found: ts.Node[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const children = node.children.filter(isRendered);
        if (children.length > 1 || ts.isJsxFragment(node)) found.push(...children.filter((one) => !isElement(one)));
      }
      if (isComponent(node)) found.push(...returnsOf(node).filter((one) => !isElement(one)));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found.map((node) => `${placeOf(node)}: ${node.getText().replace(/\s+/g, ' ').trim()}`);
  });
}

type Declared = { functions: Map<string, ts.Node[]>; types: Map<string, ts.TypeAliasDeclaration[]> };

/** By name, which is nearly always unique in web. */
function declaredIn(sources: readonly ts.SourceFile[]): Declared {
  const all: Declared = { functions: new Map(), types: new Map() };
  const collect = (node: ts.Node): void => {
    const name = functionName(node);
    if (name) all.functions.set(name, [...(all.functions.get(name) ?? []), node]);
    if (ts.isTypeAliasDeclaration(node))
      all.types.set(node.name.text, [...(all.types.get(node.name.text) ?? []), node]);
    ts.forEachChild(node, collect);
  };
  sources.forEach(collect);
  return all;
}

/** Those of the file itself, else of all files. */
function nearest<Node extends ts.Node>(declared: Map<string, Node[]>, name: ts.Node): Node[] {
  const all = declared.get(name.getText()) ?? [];
  const own = all.filter((one) => one.getSourceFile() === name.getSourceFile());
  return own.length > 0 ? own : all;
}

/** Whether a node renders elements or nothing, never a text, as far as the syntax of all files shows it. */
function elementsIn(sources: readonly ts.SourceFile[]): (node: ts.Node) => boolean {
  const all = declaredIn(sources);
  const open = new Set<ts.Node>();

  function isElement(node: ts.Node): boolean {
    if (ts.isJsxText(node)) return false;
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true;
    if (ts.isJsxExpression(node)) return node.expression === undefined || isElement(node.expression);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return isElement(node.expression);
    if (isNothing(node)) return true;
    if (ts.isConditionalExpression(node)) return isElement(node.whenTrue) && isElement(node.whenFalse);
    if (ts.isBinaryExpression(node)) {
      const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
      return isElement(node.right) && (isAnd || isElement(node.left));
    }
    if (ts.isArrayLiteralExpression(node)) return node.elements.every(isElement);
    if (ts.isCallExpression(node)) return isElementCall(node);
    if (ts.isIdentifier(node)) return isElementName(node);
    if (ts.isPropertyAccessExpression(node)) return isElementType(typeOf(node, all));
    return false;
  }

  /** `list.map(...)` by its function, any other call by the functions of its name. */
  function isElementCall({ expression, arguments: [given] }: ts.CallExpression): boolean {
    if (ts.isPropertyAccessExpression(expression) && /^(map|flatMap)$/.test(expression.name.text))
      return given !== undefined && ts.isArrowFunction(given) && givesElements(given);
    if (!ts.isIdentifier(expression)) return false;
    const type = typeOf(expression, all);
    if (type) return ts.isFunctionTypeNode(type) && isElementType(type.type);
    const named = nearest(all.functions, expression);
    return named.length > 0 && named.every(givesElements);
  }

  function givesElements(node: ts.Node): boolean {
    if (open.has(node)) return true;
    const { type } = node as ts.SignatureDeclaration;
    if (type && isElementType(type)) return true;
    open.add(node);
    const isGiven = returnsOf(node).every(isElement);
    open.delete(node);
    return isGiven;
  }

  function isElementName(node: ts.Identifier): boolean {
    const declared = declarationOf(node);
    if (declared && ts.isVariableDeclaration(declared) && ts.isIdentifier(declared.name)) {
      if (declared.type) return isElementType(declared.type);
      return declared.initializer !== undefined && isElement(declared.initializer);
    }
    return isElementType(typeOf(node, all));
  }

  return isElement;
}

/** The written type of a parameter, of a property, or of a name that is taken out of a parameter or a result. */
function typeOf(node: ts.Node, all: Declared): ts.TypeNode | undefined {
  if (ts.isPropertyAccessExpression(node)) return propertyType(typeOf(node.expression, all), node.name.text, all);
  const declared = ts.isIdentifier(node) ? declarationOf(node) : undefined;
  if (!declared || !ts.isBindingElement(declared)) return declared?.type;
  const whole = declared.parent.parent;
  const name = (declared.propertyName ?? declared.name).getText();
  if (ts.isParameter(whole)) return propertyType(whole.type, name, all);
  const call = ts.isVariableDeclaration(whole) ? whole.initializer : undefined;
  if (!call || !ts.isCallExpression(call)) return undefined;
  const [called] = nearest(all.functions, call.expression);
  return called && propertyType((called as ts.FunctionDeclaration).type, name, all);
}

function propertyType(type: ts.TypeNode | undefined, name: string, all: Declared): ts.TypeNode | undefined {
  if (!type) return undefined;
  if (ts.isParenthesizedTypeNode(type)) return propertyType(type.type, name, all);
  if (ts.isIntersectionTypeNode(type)) return type.types.map((one) => propertyType(one, name, all)).find(Boolean);
  if (ts.isTypeLiteralNode(type))
    return type.members.filter(ts.isPropertySignature).find((one) => one.name.getText() === name)?.type;
  if (!ts.isTypeReferenceNode(type)) return undefined;
  const [alias] = nearest(all.types, type.typeName);
  return propertyType(alias?.type ?? type.typeArguments?.[0], name, all);
}

function isElementType(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && /^(Elements|(JSX\.|React)Element\b.*)( \| null)?$/.test(type.getText());
}

type Declaration = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

/** The nearest declaration of a name: a variable, a parameter, or a name taken out of one. */
function declarationOf(node: ts.Identifier): Declaration | undefined {
  for (let scope: ts.Node = node.parent; scope; scope = scope.parent) {
    if (!ts.isBlock(scope) && !ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) continue;
    const found = ts.isFunctionLike(scope)
      ? scope.parameters.flatMap(namesOf)
      : scope.statements
          .filter(ts.isVariableStatement)
          .flatMap(({ declarationList }) => declarationList.declarations.flatMap(namesOf));
    const named = found.find(({ name }) => name.getText() === node.text);
    if (named) return named;
  }
  return undefined;
}

function namesOf(declared: Declaration): Declaration[] {
  if (ts.isIdentifier(declared.name)) return [declared];
  return declared.name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesOf(one) : []));
}

/** What a function returns, without the functions inside it. */
function returnsOf(node: ts.Node): ts.Expression[] {
  const { body } = node as ts.ArrowFunction;
  if (body && !ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) return;
    if (ts.isReturnStatement(inner) && inner.expression) found.push(inner.expression);
    ts.forEachChild(inner, visit);
  };
  if (body) ts.forEachChild(body, visit);
  return found;
}

function isComponent(node: ts.Node): boolean {
  return /^[A-Z]/.test(functionName(node) ?? '');
}

function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return node.name?.text;
  const isNamed = ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent);
  return isNamed && ts.isIdentifier(node.parent.name) ? node.parent.name.text : undefined;
}

function isNothing(node: ts.Node): boolean {
  const { kind } = node;
  const isLiteral = kind === ts.SyntaxKind.NullKeyword || kind === ts.SyntaxKind.FalseKeyword;
  return isLiteral || (ts.isIdentifier(node) && node.text === 'undefined');
}

/** Not the line breaks between the lines of JSX, nor a comment. */
function isRendered(node: ts.JsxChild): boolean {
  if (ts.isJsxText(node)) return !node.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(node) || node.expression !== undefined;
}

function placeOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function sourceOf(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    true,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}
