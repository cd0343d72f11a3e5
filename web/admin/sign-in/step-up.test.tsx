// The dialog that confirms a password, for every call that needs it.
import { beforeEach, expect, it } from 'vitest';
import { useAdmin } from '../admin-context.tsx';
import { button, click, type FakeStore, field, fill, hasButton, proofDialog, settle } from '../testing.tsx';
import { openSection, signIn } from '../testing-signed-in.tsx';

const clear = 'DELETE /api/admin/security-alerts';
const exportAll = 'POST /api/admin/orders/export';
const stale = { status: 403, body: { message: 'Please enter your password again to continue.', code: 'step_up' } };

let store: FakeStore;
let outcomes: string[];
beforeEach(async () => {
  store = signIn();
  outcomes = [];
  await openSection(<Calls />);
});

function Calls() {
  const { api } = useAdmin();
  const note = (call: Promise<unknown>) => {
    void call.then(
      () => outcomes.push('done'),
      (error: Error) => outcomes.push(error.message),
    );
  };
  const send = () => {
    note(api.call(clear, {}));
    note(api.call(exportAll, { body: { kind: 'orders', filter: {} } } as never));
  };
  return (
    <button type="button" onClick={send}>
      Send
    </button>
  );
}

function accept(): void {
  for (const call of [clear, exportAll]) store.on(call, { body: { success: true } });
}

it('D-30: two calls that wait share one dialog, and each is sent once more after it', async () => {
  for (const call of [clear, exportAll]) store.on(call, stale);
  store.on('POST /api/admin/step-up', { body: { success: true } });
  await click(button('Send'));
  expect(document.querySelectorAll('dialog')).toHaveLength(1);
  expect(outcomes).toEqual([]);
  await fill(field('dialog input[name=password]'), 'secret words');
  accept();
  await click(button('Continue'));
  expect(outcomes).toEqual(['done', 'done']);
  expect([store.calls(clear), store.calls(exportAll)].map((calls) => calls.length)).toEqual([2, 2]);
  expect(document.querySelector('dialog')).toBeNull();
});

it('D-30: a wrong password keeps the dialog open with the sentence; closing it sends nothing more', async () => {
  for (const call of [clear, exportAll]) store.on(call, stale);
  store.on('POST /api/admin/step-up', { status: 403, body: { message: 'This password is not right.' } });
  await click(button('Send'));
  await fill(field('dialog input[name=password]'), 'wrong words');
  await click(button('Continue'));
  expect(proofDialog().textContent).toContain('This password is not right.');
  await click(button('Cancel'));
  expect(hasButton('Continue')).toBe(false);
  expect(outcomes).toEqual([stale.body.message, stale.body.message]);
  expect(store.calls(clear)).toHaveLength(1);
});

it('D-58: offers every factor of the admin, and says that the sign-in by password does not count', async () => {
  const factors = ['passkey', 'code', 'backup_code'];
  const refusal = { ...stale, body: { ...stale.body, factors, password_only: true } };
  for (const call of [clear, exportAll]) store.on(call, refusal);
  store.on('POST /api/admin/step-up/passkey/options', { status: 409, body: { message: 'Passkeys need a name.' } });
  store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
  await click(button('Send'));
  expect(proofDialog().textContent).toContain('You signed in with the password only.');
  expect(proofDialog().textContent).not.toContain('ten minutes');
  expect(proofDialog().textContent).toContain('npm run admin:reset-factors');
  expect(hasButton('Use your password')).toBe(false);
  await click(button('Use a code instead'));
  await click(button('Use a backup code'));
  expect(proofDialog().textContent).toContain('Confirm with a backup code');
  await fill(field('dialog input[name=code]'), ' 1a2b3-c4d5e ');
  accept();
  await click(button('Continue'));
  expect(store.calls('POST /api/admin/step-up')[0]?.body).toEqual({ code: '1a2b3-c4d5e' });
  expect(outcomes).toEqual(['done', 'done']);
});

it('D-58: another factor is there while the browser still waits for the passkey, whose end changes nothing then', async () => {
  const refusal = { ...stale, body: { ...stale.body, factors: ['passkey', 'backup_code'] } };
  for (const call of [clear, exportAll]) store.on(call, refusal);
  let answerOptions: (answer: object) => void = () => {};
  store.on('POST /api/admin/step-up/passkey/options', () => new Promise((resolve) => (answerOptions = resolve)));
  await click(button('Send'));
  expect(button('Continue').disabled).toBe(true);
  expect(button('Cancel').disabled).toBe(false);
  await click(button('Use a backup code'));
  answerOptions({ status: 409, body: { message: 'Passkeys need a name.' } });
  await settle();
  expect(proofDialog().textContent).toContain('Confirm with a backup code');
  expect(proofDialog().textContent).not.toContain('Passkeys need a name.');
  expect(button('Use a passkey').disabled).toBe(false);
});

it('D-42: an admin with an authenticator app is asked for a code, not for the password', async () => {
  const refusal = { ...stale, body: { ...stale.body, factors: ['code'] } };
  for (const call of [clear, exportAll]) store.on(call, refusal);
  store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
  await click(button('Send'));
  expect(proofDialog().textContent).toContain('Confirm with a code');
  expect(document.querySelector('dialog input[name=password]')).toBeNull();
  expect(hasButton('Use a passkey')).toBe(false);
  await fill(field('dialog input[name=code]'), ' 123 456 ');
  accept();
  await click(button('Continue'));
  expect(store.calls('POST /api/admin/step-up')[0]?.body).toEqual({ code: '123 456' });
  expect(outcomes).toEqual(['done', 'done']);
});

it('D-42: an admin with a passkey is asked for it first, and may type a code where there is one', async () => {
  const refusal = { ...stale, body: { ...stale.body, factors: ['passkey', 'code'] } };
  for (const call of [clear, exportAll]) store.on(call, refusal);
  store.on('POST /api/admin/step-up/passkey/options', { status: 409, body: { message: 'Passkeys need a name.' } });
  await click(button('Send'));
  expect(proofDialog().textContent).toContain('Confirm with your passkey');
  await click(button('Continue'));
  expect(proofDialog().textContent).toContain('Passkeys need a name.');
  await click(button('Use a code instead'));
  expect(proofDialog().textContent).not.toContain('Passkeys need a name.');
  expect(field('dialog input[name=code]')).toBeTruthy();
  await click(button('Use a passkey'));
  expect(proofDialog().textContent).toContain('Confirm with your passkey');
});
