// A visitor looks around, and an operator sees it: who is here now, what the visits come to, what the store warns of. Each
// test goes on where the one before it stopped.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { barriersOf, openBrowser, overflowAt360, type TestBrowser, type Visit } from '../world/browser.ts';
import { type StoreProcess, startProcess } from '../world/process.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let store: StoreProcess;
let browser: TestBrowser;
let operator: Visit;
let visitor: Visit;

beforeAll(async () => {
  store = await startProcess({ env: {} });
  browser = await openBrowser();
  operator = await browser.desk();
  visitor = await browser.visit({ viewport: { width: 390, height: 844 }, userAgent: firefox });
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});
afterEach(() => {
  expect([...operator.troubles, ...visitor.troubles]).toEqual([]);
});

async function openTab(id: string): Promise<void> {
  await operator.page.locator(`#tab-${id}`).click();
  await operator.page.waitForURL(`**/admin?tab=${id}`);
}
const card = (title: string) =>
  operator.page.locator('section', { has: operator.page.getByRole('heading', { name: title, exact: true }) });
async function expectFitForAll(): Promise<void> {
  expect(await barriersOf(operator.page)).toEqual([]);
  expect(await overflowAt360(operator.page)).toBe(0);
}

test('ADM-LIVE-1..8, TRA-1, TRA-2: a page that is opened is listed, and so is the next one, without a reload', async () => {
  const { page } = operator;
  const { email, password } = store.adminLogin();
  await page.goto(`${store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin');
  await openTab('liveusers');
  await visitor.page.goto(`${store.url}/about?email=secret@mail.example`);
  const row = page.getByRole('row').filter({ hasText: 'Firefox' });
  await row.getByText('About', { exact: true }).waitFor();
  await visitor.page.goto(`${store.url}/checkout`);
  await row.getByText('Checkout', { exact: true }).waitFor();
  expect(await row.count()).toBe(1);
  await expectFitForAll();
});

test('ADM-VIS-1..9, TRA-4..6, A-62: the visits are counted without a token, the operator’s own are not', async () => {
  const { page } = operator;
  await openTab('visitors');
  await expect.poll(() => card('Visualizações').locator('p').first().textContent()).toBe('2');
  expect(await card('Visitantes').locator('p').first().textContent()).toBe('1');
  for (const part of ['Linha do Tempo', 'Dispositivos', 'Detalhes']) {
    await page.getByRole('button', { name: part }).click();
    await expectFitForAll();
  }
  const recent = page.getByRole('region', { name: 'Visitantes Recentes' }).last();
  await recent.getByText('/about', { exact: true }).waitFor();
  expect(await recent.textContent()).not.toContain('secret');
  await page.getByText('Equipe da loja').waitFor();
});

test('ADM-SEC-1..13, ADM-3, ADM-6: an attack shows as a badge, is listed, and is cleared after a question', async () => {
  const { page } = operator;
  await fetch(`${store.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'who@ever.example', password: 'not the right one' }),
  });
  await page.locator('#tab-security').getByText('1', { exact: true }).waitFor();
  await openTab('security');
  await page.getByText('failed_login').waitFor();
  await expectFitForAll();
  await page.getByRole('button', { name: 'Limpar Todos' }).click();
  await page.getByRole('button', { name: 'Limpar', exact: true }).click();
  await page.getByText('Sistema Seguro').waitFor();
  const [audit] = await store.sql("select count(*)::int as n from audit_log where action = 'alerts.cleared'");
  expect(audit?.n).toBe(1);
});
