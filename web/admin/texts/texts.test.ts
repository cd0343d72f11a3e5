import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { loadTexts, textSets } from './text-sets.ts';

/** Folders and files of the admin whose texts are all in the catalogue. Add one when it is moved. */
const moved = [
  'navigation',
  'sign-in',
  'keys',
  'overview',
  'action-items',
  'customers',
  'inbox',
  'order-detail',
  'orders',
  'dispatch',
  'payments',
  'timeline',
  'security',
  'analytics',
  'reconciliation',
  'visitors',
  'live-users',
  'session-tab',
  'account',
  ...[
    'shell',
    'app',
    'dashboard',
    'page-heading',
    'sandbox-notice',
    'waiting',
    'load-failure',
    'dialog-end',
    'copy-button',
    'visitor-ip',
  ].map((name) => `${name}.tsx`),
];
const admin = join(import.meta.dirname, '..');

/** Each text and function with its path. A text in another language counts as one text. */
function leaves(node: unknown, path = ''): [path: string, leaf: unknown][] {
  const isLeaf = typeof node !== 'object' || node === null || 'lang' in node;
  return isLeaf ? [[path, node]] : Object.entries(node).flatMap(([key, value]) => leaves(value, `${path}.${key}`));
}

describe('the sets of texts of the admin', () => {
  it('D-44: have the same keys, and no empty text', async () => {
    const [specified, ...others] = await Promise.all(textSets.map(async (set) => leaves(await loadTexts(set))));
    for (const set of others) expect(set.map(([path]) => path)).toEqual(specified?.map(([path]) => path));
    for (const [path, leaf] of [specified, ...others].flatMap((set) => set ?? [])) expect(leaf, path).not.toBe('');
  });

  it('"Português (BR)" translates: no longer text is the same as in English', async () => {
    const pt = new Map(leaves(await loadTexts('pt')));
    const same = leaves(await loadTexts('en')).filter(
      ([path, text]) => typeof text === 'string' && text.length > 10 && pt.get(path) === text,
    );
    expect(same.map(([path]) => path)).toEqual([]);
  });

  it('ADM-1, DET-1, DET-7, DET-10..19, ADM-SEC-6, ADM-VIS-6, ADM-SES-8..11, ADM-LIVE-10, LOGIN-5, LOGIN-8..10: "As specified" has the labels of the specification to the letter', async () => {
    const { navigation, signIn, shell, orderPage, links, security, visitors, session, liveUsers } =
      await loadTexts('specified');
    expect(Object.values(navigation)).toEqual([
      ...['Overview', 'Orders', 'Customers', 'Inbox', 'Analytics', 'Visitors', 'Security', 'Session', 'Live Users'],
      ...['API', 'Settings'],
    ]);
    expect([shell.viewSite, shell.exit, shell.logout]).toEqual(['View Site', 'Exit Admin', 'Logout']);
    expect([orderPage.information, orderPage.details, orderPage.notFound]).toEqual([
      ...['Order Information', 'Order Details', 'Order not found'],
    ]);
    expect([links.send, links.sent, links.refill]).toEqual(['Send', 'Sent', 'Refill']);
    expect([links.postSent, links.postSentHelp('L')]).toEqual([
      ...['Post sent successfully', 'Post link L has been sent to the provider API'],
    ]);
    expect([links.sendFailed, links.sendFailedHelp('L')]).toEqual(['Send failed', 'Failed to send post link L']);
    expect([links.refillDone, links.refillFailed]).toEqual(['Refill requested successfully', 'Refill failed']);
    expect([security.clearAll, security.safe, security.loadFailed, security.clearFailed, security.cleared]).toEqual([
      ...['Limpar Todos', 'Sistema Seguro', 'Falha ao carregar alertas de segurança', 'Falha ao limpar alertas'],
      'Alertas de segurança limpos',
    ]);
    expect([visitors.recent, visitors.isOver, visitors.loadFailed('x'), visitors.failed]).toEqual([
      ...['Visitantes Recentes', 'Sessão Expirada', 'Falha ao carregar analytics: x', 'Erro ao carregar dados'],
    ]);
    expect(Object.values(session.statuses)).toEqual(['Active', 'Expiring Soon', 'Expired', 'Not Authenticated']);
    expect([liveUsers.failed, liveUsers.fetchFailed]).toEqual([
      ...['Error loading live users data', 'Failed to fetch live users data'],
    ]);
    expect(signIn.done).toBe('Login Successful!');
    expect(signIn.doneNotice).toEqual({ lang: 'pt-BR', text: 'Login realizado com sucesso' });
    expect(signIn.failedNotice).toEqual({ lang: 'pt-BR', text: 'Erro de autenticação' });
    expect(signIn.wrongCredentials).toEqual({
      lang: 'pt-BR',
      text: 'Email ou senha incorretos. Tente novamente.',
    });
  });
});

const files = moved.flatMap((place) =>
  place.includes('.')
    ? [place]
    : readdirSync(join(admin, place))
        .filter((name) => name.endsWith('.tsx') && !name.includes('.test.') && !name.startsWith('testing'))
        .map((name) => join(place, name)),
);

describe('a moved component', () => {
  it.each(files)('%s holds no literal text', (file) => {
    expect(literalTexts(file)).toEqual([]);
  });
});

const shownAttributes = ['label', 'title', 'aria-label', 'placeholder', 'help', 'caption', 'legend', 'alt', 'subtitle'];
/** The same in every language. */
const everywhere = ['N/A', 'JWT', 'HS256', 'Ctrl K', 'g', '@', '.', ',', ', '];

function literalTexts(file: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    if (/\p{L}/u.test(text) && !text.startsWith('https://') && !everywhere.includes(text.trim()))
      found.push(text.trim());
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) note(node.text);
    else if (ts.isStringLiteralLike(node) && isShown(node)) note(node.text);
    ts.forEachChild(node, visit);
  };
  visit(
    ts.createSourceFile(file, readFileSync(join(admin, file), 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
  );
  return found;
}

/** A child of an element, an attribute that is read out or shown, or a property of a toast, in any branch. */
function isShown(node: ts.Node): boolean {
  let child = node;
  let { parent } = node;
  while (ts.isConditionalExpression(parent) && parent.condition !== child) {
    child = parent;
    parent = parent.parent;
  }
  if (ts.isJsxExpression(parent)) {
    const owner = parent.parent;
    return ts.isJsxAttribute(owner) ? shownAttributes.includes(owner.name.getText()) : true;
  }
  if (ts.isJsxAttribute(parent)) return shownAttributes.includes(parent.name.getText());
  return ts.isPropertyAssignment(parent) && ['title', 'description', 'label'].includes(parent.name.getText());
}
