import { beforeEach, describe, expect, it } from 'vitest';
import { setupSteps } from '../../../contract/launch.ts';
import { button, click, type FakeStore, hasButton, settle, text, toasts } from '../testing.tsx';
import { openAdmin, operator, signIn } from '../testing-signed-in.tsx';
// Imports the lazy chunk first, because fake timers do not wait for a dynamic import.
import './setup-steps.tsx';

let store: FakeStore;
const done = ['gateway', 'provider', 'launch'];
const setup = (shown = true, left = setupSteps.filter((id) => !done.includes(id))) => ({
  shown,
  mode: 'sandbox',
  steps: setupSteps.map((id) => ({
    id,
    done: !left.includes(id),
    required: ['store', 'gateway', 'provider', 'launch', 'purchase'].includes(id),
    after: null,
    check: id === 'store' ? { title: 'Enter a support email of your own.', code: 'check_support_email' } : null,
  })),
});

async function openHome(): Promise<void> {
  store.on('GET /api/admin/attention', { body: { kinds: [] } });
  await openAdmin('/admin');
  await settle();
}

describe('D-85: the setup steps on Home', () => {
  beforeEach(() => {
    store = signIn();
  });

  it('list what is left with its button, and are put away in one click', async () => {
    store.on('GET /api/admin/setup', { body: setup() });
    store.on('PUT /api/admin/setup', { body: setup(false) });
    await openHome();
    expect(text()).toContain('3 of 11 steps done.');
    expect(text()).toContain('Enter a support email of your own.');
    expect(text()).toContain('card 5123450000000008');
    expect(hasButton('Make a test purchase')).toBe(true);
    expect(hasButton('Open Launch')).toBe(false);
    store.on('GET /api/admin/setup', { body: setup(false) });
    await click(button('Put away'));
    expect(store.calls('PUT /api/admin/setup')[0]?.body).toEqual({ shown: false });
    expect(toasts()).toContain('Setup steps put away');
    expect(text()).not.toContain('Set up your store');
  });

  it('show a viewer only the own second factor, and nothing to put away', async () => {
    const denied = [
      'saveStoreSettings',
      'attestLaunch',
      'saveProviderSettings',
      'addNotificationChannel',
      'makeBackup',
      'saveSmtp',
      'savePaymentMethodKeys',
      'saveBackupFolder',
    ];
    const user = { ...operator, access: 'viewer', denied: [...denied, 'showSetup'] };
    store.on('GET /api/admin/verify', { body: { user } });
    store.on('GET /api/admin/setup', { body: setup() });
    await openHome();
    expect(text()).toContain('0 of 1 steps done.');
    expect(hasButton('Turn on')).toBe(true);
    expect(hasButton('Put away')).toBe(false);
  });

  it('stay, with the failure, when they could not be put away', async () => {
    store.on('GET /api/admin/setup', { body: setup() });
    store.on('PUT /api/admin/setup', { status: 500, body: { code: 'internal', message: 'Something went wrong.' } });
    await openHome();
    await click(button('Put away'));
    expect(toasts()).toContain('Setup steps not put away');
    expect(text()).toContain('Set up your store');
  });

  it.each([
    ['all are done', setup(true, [])],
    ['they are put away', setup(false)],
  ])('are not there once %s', async (_when, body) => {
    store.on('GET /api/admin/setup', { body });
    await openHome();
    expect(text()).not.toContain('Set up your store');
  });
});
