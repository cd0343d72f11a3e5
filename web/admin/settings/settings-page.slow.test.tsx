import { beforeEach, describe, expect, it } from 'vitest';
import { launchStatementIds, launchStatements } from '../../../contract/launch.ts';
import { button, click, dispatchEvent, type FakeStore, field, fill, hasButton, settle, text } from '../testing.tsx';
import { openAdmin } from '../testing-signed-in.tsx';
import { at, dialog, input, launch, openSettings, type Saved, storeWithSettings, you } from './testing-settings.tsx';

let store: FakeStore;
let held: { saved: Saved };

beforeEach(() => {
  ({ store, held } = storeWithSettings());
});

const tick = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label));
  return found?.querySelector('input') ?? field(`no box "${label}"`);
};

describe('the settings tab', () => {
  it('NAV-9, ROUTE-8, ADM-7: is led to from every admin page and opened by its address', async () => {
    await openAdmin('/admin/orders');
    expect(button('Settings').getAttribute('href')).toBe('/admin?tab=settings');
    await click(button('Settings'));
    expect(document.querySelector('h1')?.textContent).toBe('Settings');
    expect(`${location.pathname}${location.search}`).toBe('/admin?tab=settings');
    expect(button('Settings').getAttribute('aria-current')).toBe('page');
    expect(button('Overview').getAttribute('aria-current')).toBeNull();
    await click(button('Applaud Dashboard'));
    expect(document.querySelector('h1')?.textContent).toBe('Dashboard');
  });

  it('D-1: shows what is saved, and asks nobody to save what is not changed', async () => {
    await openSettings();
    expect(input('name').value).toBe('Applaud');
    await click(button('Claims'));
    expect(input('claims.customers.text.pt').value).toBe('Mais de 10 mil clientes satisfeitos');
    await click(button('Prices'));
    expect(input('prices.unit_price_micros').value).toBe('6.00');
    await click(button('History'));
    expect(text()).toContain('The values of a new store.');
    expect(hasButton('Review and save')).toBe(false);
  });

  it('D-1: a change is previewed with its prices, then saved as it was previewed', async () => {
    await openSettings('prices');
    await fill(input('prices.unit_price_micros'), '12');
    expect(text()).toContain('1 change not saved');
    expect(text()).toContain('500$3.00$6.00');
    await click(button('Review and save'));
    expect(dialog()).toContain('Likes: price per 1,000 $6.00 becomes →$12.00');
    await click(button('Save'));
    const [call] = store.calls('PUT /api/admin/store-settings');
    expect(call?.body).toMatchObject({ version: 1, settings: { prices: { unit_price_micros: 12_000 } } });
    expect(text()).toContain('Settings saved');
    expect(text()).toContain(`saved by ${you}`);
    expect(hasButton('Review and save')).toBe(false);
  });

  it('D-3: automatic dispatch is off at first, and is switched on like any other value', async () => {
    await openSettings('delivery');
    const toggle = document.querySelector<HTMLInputElement>('#dispatch input[role="switch"]');
    if (!toggle) throw new Error('no switch for automatic dispatch');
    expect(toggle.checked).toBe(false);
    expect(text()).toContain('You send each link from the page');
    await click(toggle);
    await click(button('Review and save'));
    expect(dialog()).toContain('Automatic dispatch off becomes →on');
    await click(button('Save'));
    expect(store.calls('PUT /api/admin/store-settings')[0]?.body).toMatchObject({
      settings: { automatic_dispatch: true },
    });
  });

  it('D-30: a second factor of every admin is required after the password, and not before the own one is set up', async () => {
    let refusal: object = { message: 'Please enter your password again to continue.', code: 'step_up' };
    store.on('PUT /api/admin/store-settings', () => ({ status: 403, body: refusal }));
    store.on('POST /api/admin/step-up', () => {
      refusal = { message: 'Set up a second factor of your own first.', code: 'second_factor_missing' };
      return { body: { success: true, expiresIn: 600 } };
    });
    await openSettings('team');
    const toggle = document.querySelector<HTMLInputElement>('#second-factor input[role="switch"]');
    if (!toggle) throw new Error('no switch for the second factor');
    await click(toggle);
    await click(button('Review and save'));
    expect(dialog()).toContain('Second factor for every admin off becomes →on');
    await click(button('Save'));
    await fill(field('input[name=password]'), 'four words in a row');
    await click(button('Continue'));
    expect(dialog()).toContain('Set up a second factor of your own first.');
    expect(document.querySelector('input[name=password]')).toBeNull();
    expect(store.calls('PUT /api/admin/store-settings').map(({ body }) => body)).toMatchObject([
      { settings: { require_second_factor: true } },
      { settings: { require_second_factor: true } },
    ]);
  });

  it('A-83: a shorter retention first shows what it deletes; a longer one needs no confirmation, an invalid one shows an error', async () => {
    const counts = { visits: 1234, alerts: 7, sessions: 0, mails: 0, messages: 0 };
    store.on('GET /api/admin/retention/preview', { body: { most: 100_000, counts } });
    await openSettings('data');
    await fill(input('retention.mails'), '400');
    expect(store.calls('GET /api/admin/retention/preview')).toHaveLength(0);
    await fill(input('retention.visits'), '7');
    await settle();
    const previewed = store.calls('GET /api/admin/retention/preview')[0]?.query;
    expect([previewed?.get('visits'), previewed?.get('mails')]).toEqual(['7', '400']);
    expect(text()).toContain('Saving this deletes tonight, permanently: visits: 1,234.');
    await fill(input('retention.alerts'), '5');
    await settle();
    expect(text()).not.toContain('tonight deletes');
    expect(text()).toContain('Alerts are kept for 30 to 730 days.');
    await fill(input('retention.alerts'), '90');
    await click(button('Review and save'));
    expect(dialog()).toContain('Visits, days kept 30 becomes →7');
  });

  it('A-83: says no number of another choice while it counts', async () => {
    const counts = { visits: 1234, alerts: 0, sessions: 0, mails: 0, messages: 0 };
    store.on('GET /api/admin/retention/preview', { body: { most: 100_000, counts } });
    await openSettings('data');
    await fill(input('retention.visits'), '7');
    await settle();
    expect(text()).toContain('1,234');
    store.on('GET /api/admin/retention/preview', () => new Promise(() => {}));
    await fill(input('retention.visits'), '5');
    await settle();
    expect(text()).toContain('Counting…');
    expect(text()).not.toContain('1,234');
  });

  it('D-30: Escape in the question for the password leaves the review open', async () => {
    store.on('PUT /api/admin/store-settings', { status: 403, body: { message: 'Again.', code: 'step_up' } });
    await openSettings();
    await fill(input('name'), 'Another');
    await click(button('Review and save'));
    await click(button('Save'));
    const [review, password] = document.querySelectorAll('dialog');
    await dispatchEvent(password ?? window, new Event('cancel', { cancelable: true }));
    expect([...document.querySelectorAll('dialog')]).toEqual([review]);
    expect(hasButton('Save', review)).toBe(true);
  });

  it('what is edited is still there after a look at another page', async () => {
    await openSettings();
    await fill(input('name'), 'Mine');
    await click(button('Orders'));
    await click(button('Settings'));
    expect(input('name').value).toBe('Mine');
    expect(text()).toContain('1 change not saved');
    await click(button('Discard'));
    await click(button('Orders'));
    await click(button('Settings'));
    expect(input('name').value).toBe('Applaud');
  });

  it('an invalid value shows an error beside it, and nothing is sent', async () => {
    await openSettings();
    await fill(input('support_email'), 'nobody');
    expect(input('support_email').getAttribute('aria-invalid')).toBe('true');
    await click(button('Review and save'));
    expect(dialog()).toBe('');
    expect(document.activeElement).toBe(input('support_email'));
    expect(text()).toContain('The support email must be one email address.');
    await click(button('Discard'));
    expect(input('support_email').value).toBe('support@applaud.example');
    expect(store.calls('PUT /api/admin/store-settings')).toEqual([]);
  });

  it('D-2: other words take the confirmation back', async () => {
    await openSettings('claims');
    const box = tick('I confirm that this is true: Rating');
    await click(box);
    expect(box.checked).toBe(true);
    await fill(input('claims.rating.text.en'), '5/5');
    expect(box.checked).toBe(false);
  });

  it('a conflict shows the message of the store; the edits stay on top of the saved values', async () => {
    await openSettings();
    await fill(input('name'), 'Mine');
    await click(button('Review and save'));
    store.on('PUT /api/admin/store-settings', { status: 409, body: { message: 'Somebody else saved.' } });
    held.saved = {
      ...held.saved,
      version: 2,
      changed_by: 'other@shop.test',
      settings: { ...held.saved.settings, support_email: 'a@b.cd' },
    };
    await click(button('Save'));
    expect(dialog()).toContain('Somebody else saved.');
    expect(dialog()).toContain('Store name Applaud becomes →Mine');
    expect(input('support_email').value).toBe('a@b.cd');
    store.on('PUT /api/admin/store-settings', { body: { ...held.saved, version: 3 } });
    await click(button('Save'));
    expect(store.calls('PUT /api/admin/store-settings').at(-1)?.body).toMatchObject({
      version: 2,
      settings: { name: 'Mine', support_email: 'a@b.cd' },
    });
  });

  it('a store that does not respond shows an error with a retry', async () => {
    store.on('GET /api/admin/store-settings', { status: 400, body: { message: 'Not now.' } });
    await openSettings();
    expect(text()).toContain("Couldn't load the settingsNot now.");
    store.on('GET /api/admin/store-settings', { body: held.saved });
    await click(button('Try Again'));
    expect(input('name').value).toBe('Applaud');
  });
});

describe('D-25: opening a live store', () => {
  beforeEach(() => {
    held.saved = { ...held.saved, mode: 'live' };
    store.on('GET /api/admin/launch', { body: launch({ mode: 'live', open: false }) });
  });

  async function stateAll(): Promise<void> {
    for (const title of Object.values(launchStatements)) await click(tick(title));
    await fill(field('#launch-delivery'), 'By people.');
    expect(button('Open the store').disabled).toBe(true);
    await fill(field('#launch-figures'), 'None.');
  }

  it('waits for what is required', async () => {
    const checks = [{ id: 'provider', title: 'Enter the provider.', done: false, required: true }];
    store.on('GET /api/admin/launch', { body: launch({ mode: 'live', open: false, checks }) });
    await openSettings();
    expect(text()).toContain('Not open yet');
    await stateAll();
    expect(button('Open the store').disabled).toBe(true);
  });

  it('each open task leads to the page that settles it', async () => {
    const ids = ['support_email', 'provider', 'services', 'claims', 'business', 'legal', 'mail', 'node'];
    const checks = ids.map((id) => ({ id, title: `Do ${id}.`, done: id === 'claims', required: false }));
    store.on('GET /api/admin/launch', { body: launch({ mode: 'live', open: false, checks }) });
    await openSettings();
    const links = [...document.querySelectorAll('#launch li a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(links).toEqual([
      ['Do support_email.', '/admin?tab=settings&page=store#store'],
      ['Do provider.', '/admin?tab=api'],
      ['Do services.', '/admin?tab=api'],
      ['Do business.', '/admin?tab=settings&page=business#business'],
      ['Do legal.', '/admin?tab=settings&page=legal#legal'],
      ['Do mail.', '/admin?tab=settings&page=email#smtp'],
      ['Do node.', '/admin/system'],
    ]);
  });

  it('D-30: sends every statement and both answers, after the password where the store asks for it', async () => {
    await openSettings();
    await stateAll();
    store.on('POST /api/admin/launch/attestation', { status: 403, body: { message: 'Again.', code: 'step_up' } });
    await click(button('Open the store'));
    expect(dialog()).toContain('Confirm your password');

    store.on('POST /api/admin/step-up', { status: 403, body: { message: 'This password is not right.' } });
    await fill(field('dialog input[type=password]'), 'wrong');
    await click(button('Continue'));
    expect(dialog()).toContain('This password is not right.');

    const attestation = { attested_at: at, attested_by: you, delivery: 'By people.', figures: 'None.' };
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on('POST /api/admin/launch/attestation', { body: launch({ mode: 'live', attestation }) });
    await fill(field('dialog input[type=password]'), 'right');
    await click(button('Continue'));
    expect(store.calls('POST /api/admin/launch/attestation').at(-1)?.body).toEqual({
      statements: [...launchStatementIds],
      delivery: 'By people.',
      figures: 'None.',
    });
    expect(text()).toContain('The store is open');
    expect(text()).toContain(`Opened by${you}`);
    expect(dialog()).toBe('');
  });
});
