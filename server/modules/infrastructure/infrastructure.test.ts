// Mail servers and the folder for backups, saved by an owner while the store runs.
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { account, type ImapServer, startImapServer } from '../../../tests/support/imap-server.ts';
import { startMailServer, type TestMailServer } from '../../../tests/support/smtp-server.ts';
import { owner, startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let mail: TestMailServer;
let mailbox: ImapServer;
let folder: string;
const secret = 'p@ss:word/8f3a';

beforeAll(async () => {
  [store, mail, mailbox] = await Promise.all([startStore(), startMailServer(), startImapServer()]);
  folder = await mkdtemp(join(tmpdir(), 'applaud-backups-'));
});
afterAll(async () => {
  await Promise.all([store.stop(), mail.stop(), mailbox.stop()]);
  await rm(folder, { recursive: true });
});
let admin: TestStore['admin'];
beforeEach(async () => {
  admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
});
afterEach(async () => {
  mail.reply({});
  mail.taken.length = 0;
  for (const kind of ['smtp', 'imap', 'backup'] as const)
    await admin.call('DELETE /api/admin/infrastructure', { query: { kind } });
});

const portOf = (url: string) => Number(new URL(url).port);
const smtp = () => ({
  host: '127.0.0.1',
  port: portOf(mail.url),
  security: 'starttls' as const,
  user: '',
  from_name: 'My shop',
  from_address: 'shop@shop.example',
});
const imap = () => ({
  host: '127.0.0.1',
  port: portOf(mailbox.url),
  security: 'starttls' as const,
  user: account.user,
  folder: 'INBOX',
});
const saveSmtp = (body: object = {}) =>
  admin.call('PUT /api/admin/infrastructure/smtp', { body: { ...smtp(), ...body } });
const saveImap = (body: object = {}) =>
  admin.call('PUT /api/admin/infrastructure/imap', { body: { ...imap(), ...body } });
const testSmtp = () => admin.call('POST /api/admin/infrastructure/smtp/test', { body: { language: 'en' } });
const testImap = () => admin.call('POST /api/admin/infrastructure/imap/test', {});
const read = () => admin.call('GET /api/admin/infrastructure', {});

test('D-83: a mail server that is saved sends emails at once, without a restart', async () => {
  expect(await read()).toEqual({ smtp: null, imap: null, backup: null });
  await expect(testSmtp()).rejects.toThrow('409');
  await saveSmtp();
  expect(await testSmtp()).toEqual({ recipient: owner.email, problem: null });
  expect(mail.taken).toHaveLength(1);
  expect(mail.taken[0]).toMatchObject({ from: 'shop@shop.example', to: [owner.email] });
  expect(mail.taken[0]?.source).toContain('From: My shop <shop@shop.example>');
  const body = { name: 'Ana', email: 'ana@example.com', subject: 'Hi', message: 'Where is my order?' };
  await store.visitor.call('POST /api/contact', { body });
  await store.drain();
  expect(mail.taken.length).toBeGreaterThan(1);
});

test('D-83, D-57: a password is never returned, and is kept for the same security, host and port only', async () => {
  const saved = await saveSmtp({ user: 'shop', password: secret });
  expect(saved.smtp).toMatchObject({ user: 'shop', has_password: true, set_by: 'settings' });
  expect(JSON.stringify(saved)).not.toContain(secret);
  await saveSmtp({ user: 'shop', from_name: '' });
  for (const other of [{ host: 'localhost' }, { port: 2525 }, { security: 'tls' }]) {
    await expect(saveSmtp({ user: 'shop', ...other })).rejects.toThrow('secret_needed');
  }
  const { rows } = await store.db.database.pool.query('select * from infrastructure_settings');
  expect(JSON.stringify(rows)).not.toContain(secret);
  const entries = JSON.stringify(await admin.call('GET /api/admin/audit', { query: {} }));
  expect(entries).toContain('smtp.saved');
  expect(entries).not.toContain(secret);
  // The password is bound to its origin: a row that is edited in the database sends nothing to another server.
  await store.db.database.pool.query(`update infrastructure_settings set value = value || '{"host":"localhost"}'`);
  mail.reply({ EHLO: '250-mail.test\r\n250 AUTH PLAIN', AUTH: '535 no' });
  expect((await testSmtp()).problem).not.toBeNull();
});

test('D-83: a failed test is explained in words', async () => {
  const problem = async (body: object = {}) => {
    await saveSmtp(body);
    return (await testSmtp()).problem_coded?.code;
  };
  mail.reply({ EHLO: '250-mail.test\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 no' });
  expect(await problem({ user: 'shop', password: secret })).toBe('mail_test_login');
  mail.reply({ MAIL: '550 5.7.1 not your address' });
  expect(await problem()).toBe('mail_test_sender');
  mail.reply({});
  expect(await problem({ host: 'no-such-host.invalid' })).toBe('mail_test_host');
  expect(await problem({ port: 1 })).toBe('mail_test_port');
  expect(await problem({ security: 'tls' })).toBe('mail_test_security');
  const step = async () => (await admin.call('GET /api/admin/setup', {})).steps.find(({ id }) => id === 'mail');
  expect(await step()).toMatchObject({ done: false, check: { code: 'check_mail_test' } });
  expect(await problem()).toBeUndefined();
  expect(await step()).toMatchObject({ done: true });
});

test('D-83: the mailbox is tested, and read by the next job', async () => {
  await expect(saveImap()).rejects.toThrow('"field":"password"');
  await saveImap({ password: 'wrong' });
  expect((await testImap()).problem_coded?.code).toBe('mail_test_login');
  await saveImap({ password: account.password });
  expect(await testImap()).toEqual({ problem: null });
  await store.app.jobHandlers.read_mailbox({});
  const { rows } = await store.db.database.pool.query('select read_at from mailboxes');
  expect(rows).toEqual([{ read_at: expect.any(Date) }]);
  await saveImap({ folder: 'Nowhere' });
  expect((await testImap()).problem).toContain('Nowhere');
});

test('D-83: wrong input has a field and a sentence', async () => {
  const refused = (field: string) => `"field":"${field}"`;
  await expect(saveSmtp({ host: 'user@mail.example' })).rejects.toThrow('400');
  for (const host of ['[1]', '[::::]']) {
    await expect(saveSmtp({ host })).rejects.toThrow(refused('host'));
    await expect(saveImap({ host, password: secret })).rejects.toThrow(refused('host'));
  }
  await expect(saveSmtp({ port: 70_000 })).rejects.toThrow('400');
  await expect(saveSmtp({ from_address: 'no address' })).rejects.toThrow(refused('from_address'));
  await expect(saveSmtp({ from_name: 'a\r\nBcc: b' })).rejects.toThrow(refused('from_name'));
  await expect(saveSmtp({ user: 'shop' })).rejects.toThrow(refused('password'));
  await expect(saveImap({ user: '' })).rejects.toThrow(refused('user'));
  expect(await read()).toEqual({ smtp: null, imap: null, backup: null });
});

test('D-83: a backup whose hour the store was stopped over is made after its start, once', async () => {
  const to = join(folder, 'missed');
  const at = (ms: number) => new Date(Date.now() + ms);
  const hour = (at(0).getUTCHours() + 20) % 24;
  await admin.call('PUT /api/admin/infrastructure/backup', { body: { folder: to, keep: 9, hour } });
  const write = async (hours: number) => {
    const path = join(to, 'applaud-sandbox-20250101T000000Z.gz');
    await writeFile(path, '');
    await utimes(path, at(hours * 3_600_000), at(hours * 3_600_000));
  };
  const run = async () => {
    await store.app.jobHandlers.start_daily_backup({});
    await store.drain();
    return (await readdir(to)).length - 1;
  };
  await write(-2);
  expect(await run()).toBe(0);
  await write(-30);
  expect(await run()).toBe(1);
  await rm(to, { recursive: true });
  await mkdir(to);
  await write(-30);
  store.advance(2 * 3_600_000);
  expect(await run()).toBe(0);
  await rm(to, { recursive: true });
  admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
});

test('D-83: backups are made in a saved folder at the saved hour', async () => {
  const save = (to: string) =>
    admin.call('PUT /api/admin/infrastructure/backup', { body: { folder: to, keep: 1, hour: 5 } });
  await expect(save('backups')).rejects.toThrow('"field":"folder"');
  await writeFile(join(folder, 'file'), '');
  await expect(save(join(folder, 'file'))).rejects.toThrow('"field":"folder"');
  // Where the system creates no folder, Node.js tries again for ever.
  await expect(save('/proc/applaud/backups')).rejects.toThrow('"field":"folder"');
  const to = join(folder, 'more', 'new');
  await save(to);
  expect((await admin.call('GET /api/admin/backups', {})).configured).toBe(true);
  const untilHour = (hour: number) => {
    const now = Date.now() + store.db.clockOffsetMs();
    store.advance(((hour - new Date(now).getUTCHours() + 24) % 24 || 24) * 3_600_000);
  };
  untilHour(4);
  await store.app.jobHandlers.start_daily_backup({});
  await store.drain();
  expect(await readdir(to)).toHaveLength(0);
  untilHour(5);
  await store.app.jobHandlers.start_daily_backup({});
  await store.app.jobHandlers.start_daily_backup({});
  const jobs = await store.db.database.pool.query(
    `select max_attempts from graphile_worker.jobs where key = 'make_backup'`,
  );
  // A full disk is not filled again and again: the operator is notified of the first failure.
  expect(jobs.rows).toEqual([{ max_attempts: 1 }]);
  await store.drain();
  expect(await readdir(to)).toHaveLength(1);
  admin = store.as((await store.visitor.call('POST /api/admin/login', { body: owner })).token);
});

test('D-83: a variable of the environment wins, and nothing can be saved', async () => {
  const smtpUrl = `smtp://shop:${encodeURIComponent(secret)}@127.0.0.1:${portOf(mail.url)}`;
  const other = await startStore({ SMTP_URL: smtpUrl, MAIL_FROM: 'env@shop.example', BACKUP_DIR: folder });
  try {
    const { smtp: shown, backup, imap: none } = await other.admin.call('GET /api/admin/infrastructure', {});
    expect(shown).toMatchObject({ set_by: 'environment', host: '127.0.0.1', user: 'shop', has_password: true });
    expect(JSON.stringify(shown)).not.toContain(secret);
    expect(backup).toEqual({ set_by: 'environment', folder, keep: 7, hour: 2 });
    expect(none).toBeNull();
    const save = other.admin.call('PUT /api/admin/infrastructure/smtp', { body: smtp() });
    await expect(save).rejects.toThrow('set_by_environment');
    const remove = other.admin.call('DELETE /api/admin/infrastructure', { query: { kind: 'backup' } });
    await expect(remove).rejects.toThrow('409');
  } finally {
    await other.stop();
  }
});
