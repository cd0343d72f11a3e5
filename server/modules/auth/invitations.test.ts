import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/account-rules.ts';
import { sendWaiting } from '../../../tests/support/emails.ts';
import { startMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';
import type { Log } from '../../observability/log.ts';
import { silentLog } from '../../observability/log.ts';

let store: TestStore;
let mailbox: Awaited<ReturnType<typeof startMailServer>>;
const lines: string[] = [];
const note = (...said: unknown[]) => void lines.push(JSON.stringify(said));
const log = { ...silentLog, info: note, warn: note, error: note, debug: note } as unknown as Log;
beforeAll(async () => {
  mailbox = await startMailServer();
  store = await startStore({ SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' }, null, log);
});
afterAll(async () => {
  await store.stop();
  await mailbox.stop();
});
beforeEach(() => query('delete from admin_invitations'));

const password = 'a password of this admin';
let count = 0;
const query = async (text: string, values: unknown[] = []) => (await store.db.database.pool.query(text, values)).rows;
const newAddress = () => {
  count += 1;
  return `invited${count}@shop.example`;
};
const tokenOf = (url: string) => url.split('#invite=')[1] ?? '';

async function invite(role: Role = 'manager', email = newAddress(), by = store.admin) {
  const { url, ...invitation } = await by.call('POST /api/admin/invitations', { body: { email, role } });
  return { ...invitation, url, token: tokenOf(url) };
}
const open = (token: string) => store.visitor.ask('POST /api/admin/invitations/open', { body: { token } });
const accept = (token: string, chosen = password) =>
  store.visitor.ask('POST /api/admin/invitations/accept', { body: { token, password: chosen } });
const list = () => store.admin.call('GET /api/admin/invitations', {});
const refused = (reason: string) => ({ status: 409, body: { code: 'conflict', reason } });

async function addOwner() {
  const body = { email: newAddress(), password, role: 'owner' as const };
  const { id } = await store.admin.call('POST /api/admin/admins', { body });
  const login = { email: body.email, password };
  return { id, client: store.as((await store.visitor.call('POST /api/admin/login', { body: login })).token) };
}

describe('D-86: an admin is invited by a link', () => {
  test('the link is valid for 72 hours, shows whom it invites, and signs the new admin in, once', async () => {
    const { token, url, email, expires_at, created_at } = await invite('support');
    expect(url).toContain(`${store.url}/admin-login#invite=`);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(72 * 3_600_000);
    expect(await list()).toMatchObject([{ email, role: 'support', invited_by: owner.email }]);
    expect(await open(token)).toMatchObject({ status: 200, body: { email, role: 'support', expires_at } });
    const accepted = await accept(token);
    expect(accepted).toMatchObject({ status: 200, body: { expiresIn: 86_400 } });
    const { user } = await store.as((accepted.body as { token: string }).token).call('GET /api/admin/verify', {});
    expect(user).toMatchObject({ email, access: 'support' });
    expect((await store.visitor.ask('POST /api/admin/login', { body: { email, password } })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await accept(token)).toMatchObject(refused('invitation_accepted'));
    expect(await open(token)).toMatchObject(refused('invitation_accepted'));
  });

  test('of two who accept at once, one becomes the admin', async () => {
    const { token, email } = await invite();
    const statuses = (await Promise.all([accept(token), accept(token), accept(token)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
    expect(await query('select from admins where email = $1', [email])).toHaveLength(1);
  });

  test('a common or short password is refused, and the link still works', async () => {
    const { token } = await invite();
    expect(await accept(token, 'short')).toMatchObject({ status: 400, body: { field: 'password' } });
    expect(await accept(token, 'password123')).toMatchObject({ status: 400, body: { field: 'password' } });
    expect((await accept(token)).status).toBe(200);
  });

  test('a link that expired, was revoked, was replaced or was changed says so', async () => {
    const revoked = await invite();
    const revoke = () => store.admin.ask('DELETE /api/admin/invitations/{id}', { params: { id: revoked.id } });
    expect((await revoke()).status).toBe(200);
    expect((await revoke()).status).toBe(404);
    expect(await accept(revoked.token)).toMatchObject(refused('invitation_revoked'));

    const replaced = await invite('viewer');
    const newer = await invite('manager', replaced.email.toUpperCase());
    expect(await list()).toHaveLength(1);
    expect(await accept(replaced.token)).toMatchObject(refused('invitation_revoked'));
    expect(await open(newer.token)).toMatchObject({ status: 200, body: { role: 'manager' } });

    await query("update admin_invitations set expires_at = now() - interval '1 second' where id = $1", [newer.id]);
    expect(await accept(newer.token)).toMatchObject(refused('invitation_expired'));
    expect(await list()).toHaveLength(1);

    const flipped = `${newer.token.slice(0, -2)}AA`;
    for (const token of [flipped, 'x', newer.id]) {
      expect(await open(token)).toMatchObject({ status: 404, body: { reason: 'invitation_unknown' } });
      expect((await accept(token)).status).toBe(404);
    }
  });

  test('the email of an invitation that was accepted before it was sent is dropped, and does not fail', async () => {
    const body = { email: newAddress(), role: 'viewer' as const, send_email: true };
    const { url } = await store.admin.call('POST /api/admin/invitations', { body });
    expect((await accept(tokenOf(url))).status).toBe(200);
    await sendWaiting(store);
    expect(
      await query("select state from mails where kind = 'admin_invitation' and recipient = $1", [body.email]),
    ).toEqual([]);
  });

  test('an inviter who is removed, or no owner any more, takes the invitation along', async () => {
    const inviter = await addOwner();
    const first = await invite('owner', newAddress(), inviter.client);
    const change = { params: { id: inviter.id }, body: { role: 'manager' as const } };
    await store.admin.call('PATCH /api/admin/admins/{id}', change);
    expect(await accept(first.token)).toMatchObject(refused('invitation_revoked'));
    await store.admin.call('DELETE /api/admin/admins/{id}', { params: { id: inviter.id } });
    expect(await accept(first.token)).toMatchObject(refused('invitation_revoked'));
  });

  test('an address that is an admin, also meanwhile, is refused', async () => {
    const { token, email } = await invite();
    await store.admin.call('POST /api/admin/admins', { body: { email, password, role: 'viewer' } });
    expect(await accept(token)).toMatchObject(refused('admin_exists'));
    const body = { email, role: 'viewer' as const };
    expect(await store.admin.ask('POST /api/admin/invitations', { body })).toMatchObject(refused('admin_exists'));
    const wrong = { body: { email: 'nobody', role: 'viewer' as const } };
    expect((await store.admin.ask('POST /api/admin/invitations', wrong)).status).toBe(400);
  });

  test('S-9: only an owner with a recent proof invites', async () => {
    const { token } = await invite('manager');
    const manager = store.as(((await accept(token)).body as { token: string }).token);
    const body = { email: newAddress(), role: 'viewer' as const };
    expect((await manager.ask('POST /api/admin/invitations', { body })).status).toBe(403);
    expect((await manager.ask('GET /api/admin/invitations', {})).status).toBe(403);
    store.advance(11 * 60_000);
    const late = await store.admin.ask('POST /api/admin/invitations', { body });
    expect(late).toMatchObject({ status: 403, body: { code: 'step_up' } });
    await store.admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  });

  test('the email has the link, in both languages; no table, log or preview has it', async () => {
    const body = { email: newAddress(), role: 'viewer' as const, send_email: true };
    const { url, emailed } = await store.admin.call('POST /api/admin/invitations', { body });
    expect(emailed).toBe(true);
    await store.drain();
    const sent = await PostalMime.parse(mailbox.taken.find(({ source }) => source.includes(body.email))?.source ?? '');
    expect(sent.text).toContain(url);
    expect(sent.text).toMatch(/You are invited[\s\S]+Você foi convidado/);
    const token = tokenOf(url);
    const [mail] = await query("select id from mails where kind = 'admin_invitation'");
    const preview = await store.admin.call('GET /api/admin/mails/{id}', { params: { id: mail.id } });
    expect(JSON.stringify(preview)).toMatch(/Convite para/);
    const dump = await query('select row_to_json(t)::text as row from (select * from mails) t');
    const own = await query('select row_to_json(t)::text as row from (select * from admin_invitations) t');
    const audit = await query('select row_to_json(t)::text as row from (select * from audit_log) t');
    await open(token);
    const viewer = store.as(((await accept(token)).body as { token: string }).token);
    const hidden = await viewer.call('GET /api/admin/mails/{id}', { params: { id: mail.id } });
    expect(hidden).toMatchObject({ recipient: '***' });
    for (const text of [JSON.stringify(preview), ...lines, ...[...dump, ...own, ...audit].map(({ row }) => row)]) {
      expect(text).not.toContain(token);
    }
    const actions = (
      await query("select action from audit_log where action like 'admin.%' order by id desc limit 2")
    ).map(({ action }) => action);
    expect(actions).toEqual(['admin.created', 'admin.invited']);
  });
});
