// A visitor looks around, and an operator sees it: who is here now, what the visits come to, what the store warns of. Each
// test goes on where the one before it stopped.
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Visit } from '../support/browser.ts';
import { expectFitForAll, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney();
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let visitor: Visit;

beforeAll(async () => {
  visitor = await journey.browser.visit({ viewport: { width: 390, height: 844 }, userAgent: firefox });
});
afterEach(() => {
  expect([...journey.operator.troubles, ...visitor.troubles]).toEqual([]);
});

async function openTab(id: string): Promise<void> {
  const place = `a[href="/admin?tab=${id}"]`;
  await journey.operator.page.getByRole('navigation', { name: 'Admin' }).locator(place).click();
  await journey.operator.page.waitForURL(`**/admin?tab=${id}`);
}
const card = (title: string) =>
  journey.operator.page.locator('section', {
    has: journey.operator.page.getByRole('heading', { name: title, exact: true }),
  });

test('ADM-LIVE-1..8, TRA-1, TRA-2: a page that is opened is listed, and so is the next one, without a reload', async () => {
  const { page } = journey.operator;
  await signIn(journey);
  await openTab('liveusers');
  await visitor.page.goto(`${journey.store.url}/about?email=secret@mail.example`);
  const row = page.getByRole('row').filter({ hasText: 'Firefox' });
  await row.getByText('About', { exact: true }).waitFor();
  await visitor.page.goto(`${journey.store.url}/checkout`);
  await row.getByText('Checkout', { exact: true }).waitFor();
  expect(await row.count()).toBe(1);
  await expectFitForAll(journey.operator.page);
});

test('ADM-VIS-1..9, TRA-4..6, A-62: the visits are counted without a token, the operator’s own are not', async () => {
  const { page } = journey.operator;
  await openTab('visitors');
  await expect.poll(() => card('Visualizações').locator('p').first().textContent()).toBe('2');
  expect(await card('Visitantes').locator('p').first().textContent()).toBe('1');
  for (const part of ['Linha do Tempo', 'Dispositivos', 'Detalhes']) {
    await page.getByRole('button', { name: part }).click();
    await expectFitForAll(journey.operator.page);
  }
  const recent = page.getByRole('region', { name: 'Visitantes Recentes' }).last();
  await recent.getByText('/about', { exact: true }).waitFor();
  expect(await recent.textContent()).not.toContain('secret');
  await page.getByText('Equipe da loja').waitFor();
});

test('ADM-SEC-1..13, ADM-3, ADM-6: an attack shows as a badge, is listed, and is cleared after a question', async () => {
  const { page } = journey.operator;
  await fetch(`${journey.store.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'who@ever.example', password: 'not the right one' }),
  });
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Security' })
    .getByText('1', { exact: true })
    .waitFor();
  await openTab('security');
  await page
    .getByText(/Failed sign-ins|Falhas de login/)
    .first()
    .waitFor();
  await expectFitForAll(journey.operator.page);
  await page.getByRole('button', { name: 'Limpar Todos' }).click();
  await page.getByRole('button', { name: 'Limpar', exact: true }).click();
  await page.getByText('Sistema Seguro').waitFor();
  const [audit] = await journey.store.sql("select count(*)::int as n from audit_log where action = 'alerts.cleared'");
  expect(audit?.n).toBe(1);
});
