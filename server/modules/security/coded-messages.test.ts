// Stored messages are codes with parameters; an older row keeps its sentence.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portugueseTexts } from '../../../contract/message-texts/pt.ts';
import { type AnyMessage, formatMessage } from '../../../contract/store-messages.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import { verifyAudit } from './audit-check.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const sql = (text: string, ...values: unknown[]) => store.db.database.pool.query(text, values);
const listAlerts = async (of = store.admin) => (await of.call('GET /api/admin/security-alerts', {})).alerts;
const inPortuguese = (message: { code?: string | undefined }) =>
  formatMessage(portugueseTexts, 'pt', message as AnyMessage);

test('D-64: an alert has its code beside the English sentence, and an older alert only the sentence', async () => {
  const before = 'A sign-in failed.';
  await sql(
    `insert into alerts (id, type, severity, message, details, raised_at)
     values (gen_random_uuid(), 'brute_force', 'high', $1, '{}', now() - interval '1 day')`,
    before,
  );
  await store.visitor.ask('POST /api/admin/login', { body: { email: 'a@shop.example', password: 'wrong' } });
  const alerts = await listAlerts();
  const raised = alerts.find(({ type }) => type === 'failed_login');
  expect(raised).toMatchObject({ message: 'A sign-in failed.', code: 'sign_in_failed' });
  expect(raised && inPortuguese(raised)).toBe('Um acesso falhou.');
  const old = alerts.find(({ type }) => type === 'brute_force');
  expect(old).toMatchObject({ message: before });
  expect(old).not.toHaveProperty('code');
});

test('D-64: an email about an alert is in English', async () => {
  await store.admin.call('PUT /api/admin/owner-address', { body: { address: 'new@shop.example' } });
  const [alert] = await listAlerts();
  expect(alert).toMatchObject({ code: 'owner_address_changes', params: { address: 'new@shop.example' } });
  expect(alert?.message).toContain('Notices to the owner go to new@shop.example, beginning ');
});

test('D-64: who may not read an address gets it neither in the sentence nor in the parameters', async () => {
  const viewer = { email: 'viewer@shop.example', password: 'a long enough password', role: 'viewer' as const };
  await store.admin.call('POST /api/admin/admins', { body: viewer });
  const { token } = await store.visitor.call('POST /api/admin/login', { body: viewer });
  const alert = (await listAlerts(store.as(token))).find(({ type }) => type === 'owner_address');
  expect(alert).toMatchObject({ code: 'owner_address_changes', params: { address: '***' } });
  expect(alert?.message).toContain('Notices to the owner go to ***, beginning ');
  expect(JSON.stringify(alert)).not.toContain('new@shop.example');
});

test('D-64: an action item has its code beside its words, with a message inside where one varies', async () => {
  const add = (id: string, status: string, age: string, byHand: boolean) =>
    sql(
      `insert into orders (id, customer_email, customer_username, category, quantity, amount_cents, currency, post_links,
         status, payment_status, status_by_hand, created_at, updated_at)
       values ($1, 'b@example.com', 'customer', 'Likes', 500, 300, 'USD', array['x'], $2, 'none', $3,
         now() - $4::interval, now() - $4::interval)`,
      id,
      status,
      byHand,
      age,
    );
  await add('AAAAAAAAAAA1', 'pending', '4 days', false);
  await add('AAAAAAAAAAA2', 'processing', '2 days', true);
  const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'order_stuck' } });
  const items = kinds[0]?.items ?? [];
  const unpaid = items.find(({ order_id: id }) => id === 'AAAAAAAAAAA1');
  expect(unpaid).toMatchObject({
    code: 'order_unpaid_for_days',
    words:
      'Not paid for more than three days, and the gateway has not confirmed that no money comes. Check the payment, or set the order to Failed.',
  });
  const byHand = items.find(({ order_id: id }) => id === 'AAAAAAAAAAA2');
  expect(byHand).toMatchObject({
    code: 'order_set_by_hand',
    params: { status: { code: 'status_processing' }, next: { code: 'next_check_payment' } },
    words:
      'The status was set to Processing by an admin, so the store does not change it. No payment arrived. Check the payment, or set it to Failed.',
  });
  expect(byHand && inPortuguese(byHand)).toBe(
    'O status foi definido manualmente como Em processamento, por isso a loja não o muda. Nenhum pagamento chegou. Verifique o pagamento ou defina como Falhou.',
  );
});

test('D-64: an item about an older alert shows its sentence', async () => {
  await sql(
    `insert into alerts (id, type, severity, message, details, raised_at)
     values (gen_random_uuid(), 'money_difference', 'critical', 'The ledger differs.', '{}', now())`,
  );
  const { kinds } = await store.admin.call('GET /api/admin/attention', { query: { kind: 'money_difference' } });
  expect(kinds[0]?.items[0]).toMatchObject({ words: 'The ledger differs.' });
  expect(kinds[0]?.items[0]).not.toHaveProperty('code');
});

test('D-64: audit:verify accepts entries with an older sentence and new ones', async () => {
  await sql(
    `insert into audit_log (happened_at, actor, action, subject, details)
     values (now() - interval '1 day', 'system', 'dispatch.passed_on', 'AAAAAAAAAAA1',
       '{"position": 0, "said": "The provider failed too often just now; nothing was sent."}')`,
  );
  await store.visitor.call('POST /api/admin/login', { body: owner });
  const lines: string[] = [];
  expect(await verifyAudit(store.db.database, (line) => lines.push(line))).toBe(0);
  expect(lines.at(-1)).toMatch(/^\d+ entries in the chain, 0 differences\./);
});
