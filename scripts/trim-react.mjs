// @ts-check
// Leaves out of React what no page uses: 16 kB of 67 kB in gzip (docs/decisions/0109-weight-of-react.md). Another version of
// React than the one below stays whole: check the names and numbers in its source, then change `reviewed`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const reviewed = '19.3.1';

/** @typedef {{ type: string, start: number, end: number } & Record<string, any>} Node */

/** Kinds of fibers that no page creates, by their number in `ReactWorkTags.js`. */
const absentTags = new Map([
  [4, 'Portal'],
  [19, 'SuspenseList'],
  [26, 'HostHoistable'],
  [27, 'HostSingleton'],
  [30, 'ViewTransition'],
  [31, 'Activity'],
]);

/** Types of elements that no page creates. */
const absentTypes = new Set(
  ['PORTAL', 'SUSPENSE_LIST', 'LEGACY_HIDDEN', 'VIEW_TRANSITION', 'ACTIVITY'].map((name) => `REACT_${name}_TYPE`),
);

/** Variables that never change without these. */
const constants = new Map([
  ['shouldStartViewTransition', '!1'],
  ['pendingViewTransition', 'null'],
  ['viewTransitionMutationContext', '!1'],
  ['viewTransitionContextChanged', '!1'],
  ['inUpdateViewTransition', '!1'],
  ['rootViewTransitionAffected', '!1'],
]);

/** Functions that have nothing to do without these, and what they return. */
const emptied = new Map([
  ...[
    'trackEnterViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'measureNestedViewTransitions',
    'restoreViewTransitionName',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    // A ref of a fragment.
    'FragmentInstance',
    'commitNewChildToFragmentInstance',
    'commitNewChildToFragmentInstances',
    'commitFragmentInstanceInsertionEffects',
    'commitFragmentInstanceDeletionEffects',
    'deleteChildFromFragmentInstance',
    'addFragmentHandleToFiber',
  ].map((name) => /** @type {const} */ ([name, ''])),
  ['isFragmentInstanceParent', 'return !1'],
  // A `title` or `link` of a live part stays where it is.
  ['isHostHoistableType', 'return !1'],
  // The stack of components beside an error: reports name the error alone.
  ['describeFiber', 'return ""'],
]);

/** Methods of the classes that are empty now. */
const absentMethods = /^(FragmentInstance|ViewTransitionPseudoElement)\.prototype\b/;

/** Hooks, and functions that load files early. React's objects name both. */
const absentProperties = new Set([
  ...['useActionState', 'useFormState', 'useHostTransitionStatus', 'useOptimistic', 'useMemoCache', 'useCacheRefresh'],
  ...['D', 'C', 'L', 'm', 'X', 'S', 'M'],
]);

/** What cannot be imported from React: the build names who does. */
const absentExports = new Set([
  ...['Activity', 'ViewTransition', 'addTransitionType', '__COMPILER_RUNTIME', 'unstable_useCacheRefresh'],
  ...['Children', 'PureComponent', 'cache', 'cacheSignal', 'createRef'],
  ...['useActionState', 'useOptimistic', 'useFormState', 'useFormStatus', 'requestFormReset', 'createPortal'],
  ...['preconnect', 'prefetchDNS', 'preinit', 'preinitModule', 'preload', 'preloadModule', 'unstable_batchedUpdates'],
]);

const ofReact = /[\\/]node_modules[\\/](react|react-dom)[\\/]cjs[\\/][\w-]+\.production\.js$/;
const importOfReact = /import\s*(?:(\w+|\*\s*as\s+\w+)\s*,?\s*)?(?:\{([^}]*)\})?\s*from\s*['"]react(?:-dom)?['"]/g;

/** @returns {import('vite').Plugin} */
export function trimReact() {
  return {
    name: 'trim-react',
    transform(code, id) {
      if (ofReact.test(id)) return isReviewed(id) ? { code: trim(code, this.parse(code)), map: null } : null;
      const [name] = findAbsentImports(code);
      if (name) this.error(`"${name}" of React is left out of the build: scripts/trim-react.mjs.`);
      return null;
    },
  };
}

/** @param {string} id */
function isReviewed(id) {
  return JSON.parse(readFileSync(join(dirname(id), '..', 'package.json'), 'utf8')).version === reviewed;
}

/** Names that a module imports although the build has none. @param {string} code */
export function findAbsentImports(code) {
  return [...code.matchAll(importOfReact)].flatMap(([, whole = '', names = '']) => {
    const namespace = whole.replace(/^\*\s*as\s+/, '');
    const members = namespace ? [...code.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))] : [];
    const imported = names.split(',').map((name) => name.trim().split(/\s/)[0] ?? '');
    return [...imported, ...members.map(([, member = '']) => member)].filter((name) => absentExports.has(name));
  });
}

/** For the test that each name still exists. */
export function ruleNames() {
  const methods = absentMethods.source.match(/\w+(?=[|)])/g) ?? [];
  const hooksAndExports = [...absentProperties, ...absentExports];
  return { reviewed, names: [...absentTypes, ...constants.keys(), ...emptied.keys(), ...methods, ...hooksAndExports] };
}

/** Without dead code: the minifier removes what nothing reaches any more. @param {string} code @param {any} tree */
export function trim(code, tree) {
  /** Never one inside another. @type {[start: number, end: number, text: string][]} */
  const edits = [];
  /** The body of the function that is walked, and names that it still needs. @type {{ start: number, names: string[] }} */
  let body = { start: -1, names: [] };
  walk(tree, null, '');
  let trimmed = '';
  let at = 0;
  for (const [start, end, text] of edits.sort((a, b) => a[0] - b[0])) {
    trimmed += code.slice(at, start) + text;
    at = end;
  }
  return trimmed + code.slice(at);

  /** @param {Node} node @param {Node | null} parent @param {string} key */
  function walk(node, parent, key) {
    const text = findReplacement(node, parent, key);
    if (text !== null) edits.push([node.start, node.end, text]);
    else if (isFunction(node) && node.body.type === 'BlockStatement') walkFunction(node);
    else if (node.type === 'SwitchStatement') walkSwitch(node);
    else if (isDispatcher(node)) walkDispatcher(node);
    else walkChildren(node);
  }

  /** Variables belong to the function: one of a clause that is left out may be used by another clause. @param {Node} node */
  function walkFunction(node) {
    const outer = body;
    body = { start: node.body.start + 1, names: [] };
    walkChildren(node);
    if (body.names.length > 0) edits.push([body.start, body.start, `var ${[...new Set(body.names)].join()};`]);
    body = outer;
  }

  /** @param {Node} node */
  function walkChildren(node) {
    for (const [key, value] of Object.entries(node)) {
      for (const child of [value].flat()) if (typeof child?.type === 'string') walk(child, node, key);
    }
  }

  /** @param {Node} node @param {Node | null} parent @param {string} key @returns {string | null} */
  function findReplacement(node, parent, key) {
    const { type, operator, left, right } = node;
    if (type === 'BinaryExpression' && /^[!=]==$/.test(operator)) {
      const isAbsent = isAbsentPair(left, right) || isAbsentPair(right, left);
      return isAbsent ? (operator === '===' ? '!1' : '!0') : null;
    }
    if (type === 'BlockStatement' && parent?.type === 'FunctionDeclaration' && emptied.has(parent.id.name))
      return `{${emptied.get(parent.id.name)}}`;
    if (type === 'AssignmentExpression') return constants.get(left.name) ?? null;
    if (type === 'Identifier' && key !== 'id' && key !== 'property') return constants.get(node.name) ?? null;
    if (type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return null;
    const target = code.slice(node.expression.left.start, node.expression.left.end);
    const [, exported = ''] = /^exports\.(\w+)$/.exec(target) ?? [];
    return absentMethods.test(target) || absentExports.has(exported) ? '' : null;
  }

  /** A clause that nothing enters is left out; where the one before falls into it, only its label is. @param {Node} node */
  function walkSwitch({ discriminant, cases }) {
    walk(discriminant, null, '');
    let fallsThrough = false;
    for (const clause of /** @type {Node[]} */ (cases)) {
      const { test, consequent } = clause;
      const isAbsent = test !== null && isAbsentPair(discriminant, test);
      const isEmpty = consequent.length === 0;
      if (isAbsent && (isEmpty || !fallsThrough)) {
        edits.push([clause.start, clause.end, '']);
        body.names.push(...findVariables(clause));
        continue;
      }
      if (isAbsent) edits.push([clause.start, consequent[0].start, '']);
      else if (test) walk(test, clause, 'test');
      for (const statement of consequent) walk(statement, clause, 'consequent');
      fallsThrough = isEmpty || !isLeaving(consequent.at(-1));
    }
  }

  /** @param {Node} node */
  function walkDispatcher({ start, end, properties }) {
    const kept = /** @type {Node[]} */ (properties).filter(({ key }) => !absentProperties.has(key.name));
    kept.forEach((property, at) => {
      edits.push([at === 0 ? start : (kept[at - 1]?.end ?? start), property.start, at === 0 ? '{' : ',']);
      walk(property, null, '');
    });
    edits.push([kept.at(-1)?.end ?? start, end, '}']);
  }
}

/** @param {Node} node */
function isFunction({ type }) {
  return /^(FunctionDeclaration|(Arrow)?FunctionExpression)$/.test(type);
}

/** Names that `var` declares in it. @param {Node} node @returns {string[]} */
function findVariables(node) {
  if (isFunction(node)) return [];
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return [node.id.name];
  return Object.values(node)
    .flat()
    .flatMap((child) => (typeof child?.type === 'string' ? findVariables(child) : []));
}

/** `fiber.tag` beside an absent number, or anything beside an absent type. @param {Node} one @param {Node} other */
function isAbsentPair(one, other) {
  if (other.type === 'Identifier') return absentTypes.has(other.name);
  return one.type === 'MemberExpression' && one.property.name === 'tag' && absentTags.has(other.value);
}

/** @param {Node} node */
function isDispatcher({ type, properties }) {
  if (type !== 'ObjectExpression') return false;
  return properties.some((/** @type {Node} */ { key }) => key?.name === 'readContext' || key?.name === 'D');
}

/** @param {Node | undefined} node @returns {boolean} */
function isLeaving(node) {
  return node?.type === 'BlockStatement'
    ? isLeaving(node.body.at(-1))
    : /^(Break|Continue|Return|Throw)Statement$/.test(node?.type ?? '');
}
