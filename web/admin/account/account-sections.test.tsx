import { beforeEach, describe, expect, it } from 'vitest';
import { AuditSection } from '../audit/audit-section.tsx';
import {
  button,
  click,
  dispatchEvent,
  type FakeStore,
  field,
  fill,
  hasButton,
  settle,
  text,
  toasts,
} from '../testing.tsx';
import { now, openSection, signIn } from '../testing-signed-in.tsx';
import { audit as english } from '../texts/en.ts';
import { audit as portuguese } from '../texts/pt.ts';
import { AdminsSection } from './admins-section.tsx';
import { SignInSection } from './sign-in-section.tsx';

const at = new Date(now - 3_600_000).toISOString();
const you = {
  id: 'a1',
  email: 'owner@shop.test',
  created_at: at,
  last_sign_in_at: at,
  second_factor: false,
  is_you: true,
  role: 'owner',
};
const other = { ...you, id: 'a2', email: 'ana@shop.test', is_you: false, last_sign_in_at: null, role: 'support' };
const session = {
  id: 's1',
  ip: '192.0.2.1',
  user_agent: 'Firefox/150.0 Windows',
  login_at: at,
  expires_at: at,
  is_this: true,
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/admins', { body: [you, other] });
  store.on('GET /api/admin/invitations', { body: [] });
  store.on('GET /api/admin/sessions', {
    body: [session, { ...session, id: 's2', is_this: false, ip: '198.51.100.7' }],
  });
});

/** Responds with 403 `step_up` until the password is verified, then with the result. */
function onceProved(call: string, body: object): void {
  let proved = false;
  store.on('POST /api/admin/step-up', () => {
    proved = true;
    return { body: { success: true, expiresIn: 600 } };
  });
  store.on(call, () => (proved ? { body } : { status: 403, body: { message: 'Please', code: 'step_up' } }));
}

async function giveOwnPassword(): Promise<void> {
  await fill(field('input[name=password]'), 'four words in a row');
  await click(button('Continue'));
}

describe('your sign-in', () => {
  it('D-30: a new password requires the current one, shows what it ended, and makes this browser trusted again', async () => {
    onceProved('POST /api/admin/password', { success: true, ended_sessions: 2, api_keys: [], webhooks: [] });
    store.on('POST /api/admin/device-key', { body: { deviceKey: 'a new key' } });
    await openSection(<SignInSection />);
    await click(button('Change password'));
    await fill(field('input[name=new-password]'), 'too short');
    expect(button('Change password', document.querySelector('dialog') ?? document).disabled).toBe(true);
    await fill(field('input[name=new-password]'), 'another four words');
    await click(button('Change password', document.querySelector('dialog') ?? document));
    await giveOwnPassword();
    expect(store.calls('POST /api/admin/password').map(({ body }) => body)).toEqual([
      { password: 'another four words' },
      { password: 'another four words' },
    ]);
    expect(text()).toContain('2 other sessions were signed out.');
    expect(localStorage.getItem('adminDeviceKey')).toBe('a new key');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('names the API keys and webhooks that a new password leaves alive, and ends them', async () => {
    const hook = { id: 'w1', url: 'https://hooks.example/orders' };
    const key = { id: 'k1', name: 'Warehouse', prefix: 'ak_abcdef', expires_at: null };
    store.on('POST /api/admin/password', {
      body: { success: true, ended_sessions: 0, api_keys: [key], webhooks: [hook] },
    });
    store.on('POST /api/admin/device-key', { body: { deviceKey: 'a new key' } });
    store.on('DELETE /api/admin/api-keys', { body: [key] });
    store.on('DELETE /api/admin/webhooks', { body: [hook] });
    await openSection(<SignInSection />);
    await click(button('Change password'));
    await fill(field('input[name=new-password]'), 'another four words');
    await click(button('Change password', document.querySelector('dialog') ?? document));
    expect(text()).toContain('The new password does not end these.');
    for (const words of ['Warehouse', 'ak_abcdef…', 'never expires', hook.url]) expect(text()).toContain(words);
    await click(button('End all'));
    expect(store.calls('DELETE /api/admin/api-keys')).toHaveLength(1);
    expect(store.calls('DELETE /api/admin/webhooks')).toHaveLength(1);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('lists where you are signed in, and signs one or all others out', async () => {
    store.on('DELETE /api/admin/sessions/s2', { body: { success: true } });
    store.on('DELETE /api/admin/sessions', { body: { success: true, ended_sessions: 1 } });
    await openSection(<SignInSection />);
    expect(text()).toContain('Firefox on Windows This browser');
    expect(text()).toContain('198.51.100.7, signed in 1 h ago');
    await click(button('Sign out'));
    expect(store.calls('DELETE /api/admin/sessions/s2')).toHaveLength(1);
    await click(button('Sign out everywhere else'));
    expect(store.calls('DELETE /api/admin/sessions')).toHaveLength(1);
    expect(store.calls('GET /api/admin/sessions')).toHaveLength(3);
  });

  it('switches the authenticator app off after a question that names what ends, and a proof', async () => {
    store.on('GET /api/admin/admins', { body: [{ ...you, second_factor: true }] });
    store.on('GET /api/admin/passkeys', { body: [] });
    onceProved('DELETE /api/admin/second-factor', { success: true });
    await openSection(<SignInSection />);
    expect(hasButton('Switch on')).toBe(false);
    await click(button('Switch off'));
    expect(text()).toContain('Switch the authenticator app off?');
    expect(text()).toContain('It is your only second factor');
    await click(button('Cancel'));
    expect(store.calls('DELETE /api/admin/second-factor')).toHaveLength(0);
    await click(button('Switch off'));
    await click(button('Switch off', document.querySelector('dialog') ?? document));
    await giveOwnPassword();
    expect(text()).toContain('The authenticator app is off');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('removes a passkey after a question; it is not the only factor where there is another', async () => {
    store.on('GET /api/admin/admins', { body: [{ ...you, second_factor: true }] });
    store.on('GET /api/admin/passkeys', { body: [{ id: 'p1', name: 'Phone', created_at: at, last_used_at: null }] });
    store.on('DELETE /api/admin/passkeys/p1', { body: { success: true } });
    await openSection(<SignInSection />);
    await click(button('Remove the passkey Phone'));
    expect(text()).toContain('Remove the passkey Phone?');
    expect(text()).not.toContain('It is your only second factor');
    expect(store.calls('DELETE /api/admin/passkeys/p1')).toHaveLength(0);
    await click(button('Remove', document.querySelector('dialog') ?? document));
    expect(store.calls('DELETE /api/admin/passkeys/p1')).toHaveLength(1);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('says so when the sessions cannot be loaded, and tries again', async () => {
    store.on('GET /api/admin/sessions', { status: 500, body: { message: 'Broken.' } });
    await openSection(<SignInSection />);
    await settle(2_000);
    expect(text()).toContain("Couldn't load the sessions");
  });
});

describe('the admins', () => {
  it('D-53: an admin whose email is another spelling of an address is marked', async () => {
    const look = { ...other, id: 'a3', email: `\u200b${you.email}` };
    store.on('GET /api/admin/admins', { body: [you, other, look] });
    await openSection(<AdminsSection />);
    const marked = [...document.querySelectorAll('li')].map((row) =>
      row.textContent?.includes('Look-alike, cannot sign in'),
    );
    expect(marked.slice(0, 3)).toEqual([false, false, true]);
  });

  it('D-58: whose passkey or app is lost lose it by an owner, after a question and a proof', async () => {
    store.on('GET /api/admin/admins', {
      body: [
        { ...you, passkeys: 1 },
        { ...other, passkeys: 2 },
      ],
    });
    onceProved('DELETE /api/admin/admins/a2/factors', { success: true });
    await openSection(<AdminsSection />);
    expect(hasButton(`Reset factors of ${you.email}`)).toBe(false);
    await click(button(`Reset factors of ${other.email}`));
    expect(text()).toContain('All owners get an email.');
    await click(button('Reset factors', document.querySelector('dialog') ?? document));
    await giveOwnPassword();
    expect(toasts()).toContain('ana@shop.test signs in with the password');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('are listed; you cannot remove yourself; another is removed after a question', async () => {
    store.on('DELETE /api/admin/admins/a2', { body: { success: true } });
    await openSection(<AdminsSection />);
    expect(text()).toContain('ana@shop.testHas not signed in lately');
    const removals = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Remove');
    expect(removals).toHaveLength(1);
    await click(removals[0] as Element);
    await click(button('Remove', document.querySelector('dialog') ?? document));
    expect(store.calls('DELETE /api/admin/admins/a2')).toHaveLength(1);
  });

  const invited = { id: 'i1', email: 'bia@shop.test', role: 'manager', invited_by: you.email };
  const times = { created_at: '2026-03-01T10:00:00.000Z', expires_at: '2099-03-04T10:00:00.000Z' };

  it('D-86: are invited; the link is shown once, and what the store refuses stands at its field', async () => {
    store.on('POST /api/admin/invitations', { status: 409, body: { message: 'Taken.', field: 'email' } });
    await openSection(<AdminsSection />);
    await click(button('Invite an admin'));
    await fill(field('input[name=new-email]'), 'bia@shop.test');
    await click(button('Invite'));
    expect(field('input[name=new-email]').getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain('Taken.');
    store.on('POST /api/admin/invitations', {
      body: { ...invited, ...times, url: 'https://shop.test/#invite=t', emailed: true },
    });
    await click(button('Invite'));
    expect(text()).toContain('https://shop.test/#invite=t');
    const body = { email: 'bia@shop.test', role: 'manager', send_email: true };
    expect(store.calls('POST /api/admin/invitations').map((call) => call.body)).toEqual([body, body]);
  });

  it('D-86: an open invitation is listed with its end and revoked in one click', async () => {
    store.on('GET /api/admin/invitations', {
      body: [
        { ...invited, ...times },
        { ...invited, id: 'i2', email: 'old@shop.test', ...times, expires_at: times.created_at },
      ],
    });
    store.on('DELETE /api/admin/invitations/i1', { body: { success: true } });
    await openSection(<AdminsSection />);
    expect(text()).toContain('bia@shop.testInvited');
    expect(text()).toContain('old@shop.testExpired');
    await click(button('Revoke the invitation of bia@shop.test'));
    expect(toasts()).toContain('Invitation revoked');
  });

  it('D-36: have a role that an owner changes after a proof; a refusal leaves it', async () => {
    onceProved('PATCH /api/admin/admins/a2', { ...other, role: 'viewer' });
    await openSection(<AdminsSection />);
    const select = document.querySelector('select[aria-label="Role of ana@shop.test"]') as HTMLSelectElement;
    expect(select.value).toBe('support');
    expect([...select.options].map(({ value }) => value)).toEqual(['owner', 'manager', 'support', 'viewer']);
    const choose = async (role: string) => {
      select.value = role;
      await dispatchEvent(select, new Event('change', { bubbles: true }));
    };
    await choose('viewer');
    await giveOwnPassword();
    expect(store.calls('PATCH /api/admin/admins/a2').at(-1)?.body).toEqual({ role: 'viewer' });
    expect(toasts()).toContain('ana@shop.test: Viewer');
    store.on('PATCH /api/admin/admins/a2', {
      status: 409,
      body: { code: 'last_owner', message: 'A store needs one.' },
    });
    await choose('owner');
    expect(toasts()).toContain('A store needs one.');
    expect(select.value).toBe('support');
  });
});

describe('the audit log', () => {
  const entry = { id: 7, happened_at: at, actor: you.email, action: 'order.changed', subject: 'A1B2C3D4E5F6' };

  it('shows who did what, with what changed, links to the order, and searches', async () => {
    const details = { quantity: { from: 500, to: 1000 } };
    const personal = { customerEmail: { from: 'a@b.co', to: 'c@d.co' } };
    store.on('GET /api/admin/audit', ({ query }) => ({
      body: [{ ...entry, id: query.has('cursor') ? 6 : 7, details, personal }],
      headers: { link: '</api/admin/audit?limit=15&cursor=7>; rel="next"' },
    }));
    await openSection(<AuditSection />);
    expect(text()).toContain('Order edited #A1B2C3D4E5F6Quantity: 500 to 1000, Customer email: a@b.co to c@d.co');
    expect(document.querySelector('a[href="/admin/orders/A1B2C3D4E5F6"]')).not.toBeNull();
    await click(button('Show older entries'));
    expect(store.calls('GET /api/admin/audit')[1]?.query.get('cursor')).toBe('7');
    store.on('GET /api/admin/audit', { body: [] });
    await fill(field('input[type=search]'), ' refund. ');
    await settle(400);
    expect(store.calls('GET /api/admin/audit')[2]?.query.get('search')).toBe('refund.');
    expect(text()).toContain('No results');
    await fill(field('input[type=search]'), 'Order edited');
    await settle(400);
    expect(store.calls('GET /api/admin/audit')[3]?.query.get('search')).toBe('order.changed');
  });

  it('has words for actions, fields and subjects, not their internal names', async () => {
    const details = { version: 2, fields: ['prices.unit_price_micros', 'name'] };
    store.on('GET /api/admin/audit', {
      body: [{ ...entry, action: 'settings.saved', subject: 'store-settings', details, personal: null }],
    });
    await openSection(<AuditSection />);
    expect(text()).toContain('Settings saved');
    expect(text()).toContain('Fields: Price per 1,000, Store name');
    expect(text()).not.toMatch(/store-settings|settings\.saved|micros/);
  });

  it('D-88: has words for the details of an action, in the shown language', async () => {
    const details = { host: 'mail.test', port: 587, newPassword: true };
    store.on('GET /api/admin/audit', {
      body: [{ ...entry, action: 'smtp.saved', subject: 'smtp', details, personal: null }],
    });
    await openSection(<AuditSection />);
    expect(text()).toContain('Host: mail.test; Port: 587; New password: yes');
    expect(Object.keys(portuguese.details)).toEqual(Object.keys(english.details));
    expect(portuguese.details).toMatchObject({ host: 'Servidor', newPassword: 'Nova senha' });
  });

  it('has the same titles in both languages, also of mail servers, backup folders and invitations', () => {
    const actions = Object.keys(english.titles);
    expect(Object.keys(portuguese.titles)).toEqual(actions);
    expect(actions).toEqual(
      expect.arrayContaining([
        ...['admin.invited', 'admin.invitation_revoked', 'backup_folder.saved', 'backup_folder.removed'],
        ...['smtp.saved', 'smtp.removed', 'imap.saved', 'imap.removed'],
      ]),
    );
  });
});
