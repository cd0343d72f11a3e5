// Several people run one store: added by command and on the page, a second factor, a stranger who guesses, a lost phone.
// Each test goes on where the one before it stopped.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { clientOf } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { expectFitForAll, startJourney } from '../support/journey.ts';
import { type ProgramName, runProgram } from '../support/program.ts';

const journey = startJourney(async () => {
  // Passkeys belong to a name, not to a number.
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://localhost:${port}` };
});
let secret = '';
let backupCode = '';
let firstAdminsCode = '';
let carosPassword = '';
const ana = { email: 'ana@shop.example', password: 'three words and more' };

const command = (name: ProgramName, ...args: string[]) => runProgram(name, journey.store.env, args);
const guess = () =>
  clientOf(journey.store.url, null).ask('POST /api/admin/login', { body: { email: ana.email, password: 'guessed' } });

async function signIn(page: Page, { email, password } = ana): Promise<void> {
  await page.goto(`${journey.store.url}/admin-login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${journey.store.url}/admin?tab=settings&page=team`);
  await page.getByText('This browser').waitFor();
}

const codeNow = (timestamp = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

test('admin:create lets another person sign in while the store runs, and says what is wrong with its options', async () => {
  const made = await command('admin-create', '--email', 'bruno@shop.example');
  expect(made).toMatchObject({ exitCode: 0 });
  const password = made.output.match(/password (\S+)/)?.[1] ?? '';
  const bruno = { email: 'bruno@shop.example', password };
  expect((await clientOf(journey.store.url, null).ask('POST /api/admin/login', { body: bruno })).status).toBe(200);
  const env = { ...journey.store.env, ADMIN_EMAIL_FILE: '/no/such/file', ADMIN_PASSWORD_FILE: '/no/such/file' };
  const beside = await runProgram('admin-create', env, ['--email', 'dora@shop.example']);
  expect(beside).toMatchObject({ exitCode: 0, output: expect.stringMatching(/password \S+ .*shown this once/) });
  const again = await command('admin-create', '--email', 'BRUNO@shop.example');
  expect(again).toMatchObject({ exitCode: 1, output: 'An admin with this email already exists.\n' });
  const without = await command('admin-create');
  expect(without).toMatchObject({ exitCode: 1, output: expect.stringContaining('--email you@example.com') });
  const unknown = await command('admin-unlock', '--email', 'nobody@shop.example');
  expect(unknown).toMatchObject({ exitCode: 1, output: 'There is no admin with the email nobody@shop.example.\n' });
});

test('D-86: an owner invites another admin, who chooses a password; both pages are usable by all, also on a phone', async () => {
  const { page } = journey.operator;
  await signIn(page, journey.store.adminLogin());
  await page.waitForURL('**/admin');
  await openSettings(page);
  await page.getByRole('button', { name: 'Invite an admin' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(ana.email);
  // The last step changes a setting that only owners change.
  await dialog.getByLabel('Role').selectOption('owner');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Revoke the invitation of ${ana.email}` }).waitFor();
  const invited = (await journey.browser.phone()).page;
  await invited.goto(link);
  await invited.getByLabel('New password').fill(ana.password);
  await expectFitForAll(invited);
  await invited.getByRole('button', { name: 'Create account and sign in' }).click();
  await invited.waitForURL('**/admin');
  await invited.goto('about:blank');
  await invited.goto(link);
  await invited.getByText('This invitation was already accepted.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: `Remove ${ana.email}` }).waitFor();
  await expectFitForAll(page);
});

test('the authenticator app is switched on with its first code, and gives backup codes once', async () => {
  const { page } = journey.operator;
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${journey.store.url}/`);
  await signIn(page);
  await page.waitForURL('**/admin');
  await openSettings(page);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('img', { name: 'The key as a QR code' }).waitFor();
  secret = ((await dialog.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows now').fill('000000');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByText('Código incorreto').waitFor();
  await dialog.getByLabel('Code that the app shows now').fill(codeNow());
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('heading', { name: 'Save these backup codes' }).waitFor();
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(new Set(codes).size).toBe(10);
  backupCode = codes[0] ?? '';
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Switch off' }).waitFor();
  // The browser itself logs the refused code.
  expect(journey.operator.troubles.filter((trouble) => !trouble.includes('403'))).toEqual([]);
});

test('D-22: strangers lock the account; this browser signs in all the same, with password and backup code', async () => {
  const { page } = journey.operator;
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${journey.store.url}/`);
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await guess()).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);

  await signIn(page);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').or(page.getByText('Código incorreto')).first().waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByLabel('Code').fill(backupCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/admin');
});

test('D-22: another browser is locked out until admin:unlock', async () => {
  const phone = await journey.browser.phone();
  await signIn(phone.page);
  await phone.page.getByText('Muitas tentativas').first().waitFor();
  expect(await command('admin-unlock', '--email', ana.email)).toMatchObject({
    exitCode: 0,
    output: `${ana.email} may try again.\n`,
  });
  await signIn(phone.page);
  await phone.page.getByLabel('Code').waitFor();
  await phone.close();
});

test('a passkey is added in the settings and signs in without password or code', async () => {
  const visit = await journey.browser.desk();
  const { page } = visit;
  const camera = await page.context().newCDPSession(page);
  await camera.send('WebAuthn.enable');
  await camera.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, journey.store.adminLogin());
  await page.waitForURL('**/admin');
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Save these backup codes' }).waitFor();
  const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents();
  expect(new Set(codes).size).toBe(10);
  firstAdminsCode = codes[0] ?? '';
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).waitFor();
  await page.getByText('10 codes left').waitFor();
  await expectFitForAll(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(`${journey.store.url}/`);
  await page.goto(`${journey.store.url}/admin-login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/admin');
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

test('where a second factor is required, who has none is led to set one up, and goes on from there; a password alone is not enough', async () => {
  const { page } = journey.operator;
  await openSettings(page);
  await page.getByText('Required for every admin').click();
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByRole('dialog').getByText('Second factor for every admin').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();

  const made = await command('admin-create', '--email', 'caro@shop.example');
  carosPassword = made.output.match(/password (\S+)/)?.[1] ?? '';
  const caro = { email: 'caro@shop.example', password: carosPassword };
  const phone = await journey.browser.phone();
  await signIn(phone.page, caro);
  await phone.page.getByRole('heading', { name: 'Set up your second factor' }).waitFor();
  await expectFitForAll(phone.page);
  await phone.page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = phone.page.getByRole('dialog');
  secret = ((await dialog.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows now').fill(codeNow());
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await phone.page.getByRole('button', { name: 'I have saved them' }).click();
  await phone.page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  expect(phone.troubles).toEqual([]);
  await phone.close();

  // The first admin has a passkey, and nothing else.
  const other = await journey.browser.desk();
  await signIn(other.page, journey.store.adminLogin());
  await other.page.getByRole('main').getByText('Entre com sua chave de acesso').waitFor();
  // D-58: without the passkey, a backup code signs in.
  await other.page.getByRole('button', { name: 'Use a backup code' }).click();
  expect(await barriersOf(other.page)).toEqual([]);
  await other.page.getByLabel('Backup code').fill(firstAdminsCode);
  await other.page.getByRole('button', { name: 'Continue' }).click();
  await other.page.waitForURL('**/admin');
  await other.close();
});

test('D-58: admin:reset-factors removes the factors of the last owner, and the owners get an email', async () => {
  const email = ana.email;
  expect(await command('admin-reset-factors', '--email', email)).toMatchObject({
    exitCode: 0,
    output: `${email} signs in with the password alone now. Set up a new factor in Settings, Your sign-in.\n`,
  });
  const body = { email, password: ana.password };
  const { token } = await clientOf(journey.store.url, null).call('POST /api/admin/login', { body });
  expect(await clientOf(journey.store.url, token).call('GET /api/admin/verify', {})).toMatchObject({
    second_factor_required: true,
  });
  expect(await command('admin-reset-factors', '--email', email)).toMatchObject({
    exitCode: 1,
    output: `${email} has no second factor.\n`,
  });
  expect(await command('admin-reset-factors', '--email', 'nobody@shop.example')).toMatchObject({
    exitCode: 1,
    output: 'There is no admin with the email nobody@shop.example.\n',
  });
  // The current code may have been used already.
  const login = { email: 'caro@shop.example', password: carosPassword, code: codeNow(Date.now() + 30_000) };
  const caro = await clientOf(journey.store.url, null).call('POST /api/admin/login', { body: login });
  const mails = await clientOf(journey.store.url, caro.token).call('GET /api/admin/mails', { query: {} });
  const recipients = mails.filter(({ kind }) => kind === 'alert').map(({ recipient }) => recipient);
  expect(recipients).toEqual(expect.arrayContaining([email, 'caro@shop.example']));
});
