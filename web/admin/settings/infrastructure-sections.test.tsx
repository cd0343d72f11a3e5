import { beforeEach, expect, it } from 'vitest';
import { findCommands } from '../keys/commands.ts';
import { button, click, type FakeStore, field, fill, text } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';
import { showSetupTexts } from '../texts/shown-texts.ts';
import { BackupFolderSection, RestoreSection, SmtpSection } from './infrastructure-sections.tsx';

const smtp = {
  set_by: 'settings' as const,
  host: 'smtp.example.com',
  port: 465,
  security: 'tls' as const,
  user: 'shop',
  has_password: true,
  from_name: '',
  from_address: 'shop@example.com',
};
const none = { smtp: null, imap: null, backup: null };
let store: FakeStore;
beforeEach(async () => {
  store = signIn();
  await showSetupTexts();
});

it('D-83: saves a mail server, and explains a failed test email', async () => {
  store.on('GET /api/admin/infrastructure', { body: none });
  store.on('PUT /api/admin/infrastructure/smtp', { body: { ...none, smtp } });
  const problem = 'The mail server refused the user name or the password.';
  store.on('POST /api/admin/infrastructure/smtp/test', { body: { recipient: 'owner@shop.example', problem } });
  await openSection(<SmtpSection />);
  expect(button('Save mail server').disabled).toBe(true);
  await fill(field('[name=smtp-host]'), 'smtp.example.com');
  await fill(field('[name=smtp-user]'), 'shop');
  await fill(field('[name=smtp-password]'), 'p@ss');
  await fill(field('[name=smtp-from-address]'), 'shop@example.com');
  await click(button('STARTTLS'));
  expect(field('[name=smtp-port]').value).toBe('587');
  await click(button('TLS'));
  store.on('GET /api/admin/infrastructure', { body: { ...none, smtp } });
  await click(button('Save mail server'));
  const { set_by: _, has_password: __, ...saved } = smtp;
  expect(store.calls('PUT /api/admin/infrastructure/smtp')[0]?.body).toEqual({ ...saved, password: 'p@ss' });
  expect(field('[name=smtp-password]').value).toBe('');
  await click(button('Send a test email'));
  expect(text()).toContain(problem);
});

it.each([
  ['host', 'Enter a name such as smtp.example.com'],
  ['port', 'Enter a number from 1 to 65535.'],
])('D-83: a wrong %s is explained in plain words', async (name, shown) => {
  store.on('GET /api/admin/infrastructure', { body: none });
  const message = `The field ${name} is not valid (Invalid string: must match pattern /^x$/).`;
  store.on('PUT /api/admin/infrastructure/smtp', {
    status: 400,
    body: { code: 'invalid_input', field: name, message },
  });
  await openSection(<SmtpSection />);
  await fill(field('[name=smtp-host]'), 'https://smtp.example.com');
  await fill(field('[name=smtp-from-address]'), 'shop@example.com');
  await click(button('Save mail server'));
  expect(text()).toContain(shown);
  expect(text()).not.toContain('must match pattern');
});

it('D-83: what the environment sets is read-only and can be tested', async () => {
  store.on('GET /api/admin/infrastructure', { body: { ...none, smtp: { ...smtp, set_by: 'environment' } } });
  store.on('POST /api/admin/infrastructure/smtp/test', { body: { recipient: 'owner@shop.example', problem: null } });
  await openSection(<SmtpSection />);
  expect(text()).toContain('Set by the environment (SMTP_URL)');
  expect(field('[name=smtp-host]').closest('fieldset')?.disabled).toBe(true);
  expect(text()).not.toContain('Save mail server');
  await click(button('Send a test email'));
  expect(text()).toContain('The server accepted the email to owner@shop.example');
});

it('D-83: the folder shows why it is refused', async () => {
  store.on('GET /api/admin/infrastructure', { body: none });
  const message = 'Enter an absolute path, such as /var/backups/applaud.';
  store.on('PUT /api/admin/infrastructure/backup', {
    status: 400,
    body: { code: 'invalid_input', field: 'folder', message },
  });
  await openSection(<BackupFolderSection />);
  await fill(field('[name=backup-folder]'), 'backups');
  await click(button('Save folder'));
  expect(store.calls('PUT /api/admin/infrastructure/backup')[0]?.body).toEqual({ folder: 'backups', keep: 7, hour: 2 });
  expect(text()).toContain(message);
});

it('D-83: palette and search find what is set here, and the commands', async () => {
  const first = (typed: string) => findCommands(typed).map(({ id }) => id);
  expect(first('smtp')).toContain('settings-smtp');
  expect(first('imap')).toContain('settings-imap');
  expect(first('backup')).toContain('settings-backup-folder');
  expect(first('restore')).toContain('settings-restore');
  expect(first('stripe')).toContain('settings-payment-methods');
  expect(first('payment')).toContain('settings-payment-methods');
  await openSection(<RestoreSection />);
  expect(text()).toContain('npm run store:import -- --from FILE');
});
