import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, button, click, type FakeStore, field, fill, settle, text } from '../testing.tsx';
import { now, openAdmin, signIn } from '../testing-signed-in.tsx';

const saved = {
  api_key: '********wxyz',
  has_api_key: true,
  api_url: 'https://panel.example/api/v2',
  likes_service_id: '1001',
  views_service_id: '2001',
};
let store: FakeStore;

beforeEach(() => {
  store = signIn();
  store.on('GET /api/admin/settings', { body: saved });
  store.on('POST /api/admin/settings', { body: saved });
  store.on('GET /api/admin/balance', { body: { balance: 100.849, currency: 'USD' } });
  store.on('GET /api/admin/provider-tests', { body: [] });
  store.on('GET /api/admin/providers', { body: [] });
});

async function open(settings: Answer = { body: saved }): Promise<void> {
  store.on('GET /api/admin/settings', settings);
  await openAdmin('/admin?tab=api');
}

const labelled = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return field(`#${CSS.escape(found?.htmlFor ?? `no field "${label}"`)}`);
};
const toasts = () => document.querySelector('[aria-label=Notices]')?.textContent ?? '';
const result = () => document.querySelector<HTMLElement>('[data-tone]:not(span)');
const tried = () => store.calls('POST /api/proxy').map(({ body }) => body);
const answer = (body: object) => store.on('POST /api/proxy', { body });
async function testService(link = 'https://www.instagram.com/p/Abc/'): Promise<void> {
  await fill(labelled('Link'), link);
  await click(button('Test Likes Service'));
}

describe('ADM-API-3, ADM-API-5: the balance card', () => {
  it.each([
    [{ balance: 100.849, currency: 'USD' }, '100.85$'],
    [{ balance: '7', currency: 'USD' }, '7.00$'],
    [{ balance: 12.34, currency: 'EUR' }, '12.34 EUR'],
    [{}, 'No data available'],
  ])('ADM-API-1, ADM-API-3, ADM-API-5, A-70: %j is shown as %s', async (body, shown) => {
    store.on('GET /api/admin/balance', { body });
    await open();
    expect(text()).toContain(shown);
  });

  it('ADM-API-2: is asked again every 60 s', async () => {
    await open();
    const before = store.calls('GET /api/admin/balance').length;
    await settle(59_000);
    expect(store.calls('GET /api/admin/balance')).toHaveLength(before);
    await settle(2_000);
    expect(store.calls('GET /api/admin/balance')).toHaveLength(before + 1);
  });

  it('ADM-API-4: a failure says what to check', async () => {
    store.on('GET /api/admin/balance', { status: 502, body: { message: 'Invalid API key' } });
    await open();
    await settle(2_000);
    expect(text()).toContain('Error loading balance');
    expect(text()).toContain('Failed to fetch balance. Please check your API configuration.');
    expect(text()).toContain('Invalid API key');
  });
});

describe('ADM-API-13, ADM-API-15, ADM-API-19: the settings', () => {
  it('ADM-API-6, ADM-API-7, ADM-API-9, ADM-API-18, A-73: show what is saved, the key masked', async () => {
    await open({ body: { ...saved, api_url: '' } });
    expect(labelled('API Key').type).toBe('password');
    expect(labelled('API Key').value).toBe('********wxyz');
    expect(labelled('API URL').placeholder).toBe('https://provider.example/api/v2');
    expect([labelled('Likes Service ID').value, labelled('Views Service ID').value]).toEqual(['1001', '2001']);
  });

  it('ADM-API-8: what is no URL is not sent', async () => {
    await open();
    await fill(labelled('API URL'), 'panel');
    await click(button('Save Settings'));
    expect(toasts()).toContain('Invalid URLPlease enter a valid API URL.');
    expect(store.calls('POST /api/admin/settings')).toEqual([]);
  });

  it('what was saved stands in the list of providers at once', async () => {
    await open();
    const asked = store.calls('GET /api/admin/providers').length;
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    await click(button('Save Settings'));
    expect(store.calls('GET /api/admin/providers').length).toBe(asked + 1);
  });

  it('ADM-API-11, ADM-API-16: key and URL are saved, and the key is masked again', async () => {
    await open();
    await fill(labelled('API Key'), 'new-key-0123456789');
    store.on('POST /api/admin/settings', { body: { ...saved, api_key: '********6789' } });
    await click(button('Save Settings'));
    expect(store.calls('POST /api/admin/settings')[0]?.body).toEqual({ api_key: 'new-key-0123456789' });
    expect(toasts()).toContain('Settings Saved');
    expect(labelled('API Key').value).toBe('********6789');
  });

  it('ADM-API-17, A-73: service ids are saved by themselves, and what else is typed stays', async () => {
    await open();
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    await fill(labelled('Likes Service ID'), '77');
    store.on('POST /api/admin/settings', { body: { ...saved, likes_service_id: '77' } });
    await click(button('Save Service IDs'));
    expect(store.calls('POST /api/admin/settings')[0]?.body).toEqual({ likes_service_id: '77' });
    expect(toasts()).toContain('Settings Updated');
    expect(labelled('API URL').value).toBe('https://other.example/api/v2');
  });

  it('follows what another admin saved, and sends nothing of what stood there before', async () => {
    const tab = (name: string) => [...document.querySelectorAll('[role=tab]')].find((one) => one.textContent === name);
    await open();
    await click(tab('Session') ?? document.body);
    const theirs = { ...saved, likes_service_id: '7777', api_url: 'https://new.example/api/v2' };
    store.on('GET /api/admin/settings', { body: theirs });
    store.on('POST /api/admin/settings', ({ body }) => ({ body: { ...theirs, ...(body as object) } }));
    await click(tab('API') ?? document.body);
    await settle(2_000);
    expect([labelled('API URL').value, labelled('Likes Service ID').value]).toEqual([theirs.api_url, '7777']);
    expect(text()).not.toContain('Tests go to the saved API URL.');
    await fill(labelled('Views Service ID'), '2002');
    await click(button('Save Service IDs'));
    expect(store.calls('POST /api/admin/settings').map(({ body }) => body)).toEqual([{ views_service_id: '2002' }]);
  });

  it.each([
    ['Save Settings', 'Save FailedCould not save API settings.'],
    ['Save Service IDs', 'Update FailedCould not save the service IDs.'],
  ])('ADM-API-13, ADM-API-15, A-76: a refusal of %s is told with its sentence', async (name, told) => {
    await open();
    store.on('POST /api/admin/settings', { status: 400, body: { message: 'Not like this.', field: 'api_url' } });
    await click(button(name));
    expect(toasts()).toContain(`${told} Not like this.`);
  });

  it('ADM-API-14: a save that never arrives is told', async () => {
    await open();
    store.breakDown(true);
    await click(button('Save Settings'));
    expect(toasts()).toContain('ErrorAn error occurred while saving settings.');
  });

  it('ADM-API-12: settings that cannot be loaded are told, with a way to try again', async () => {
    await open({ status: 500, body: { message: 'Broken.' } });
    await settle(2_000);
    expect(toasts()).toContain('ErrorFailed to load API settings. Please try refreshing the page.');
    store.on('GET /api/admin/settings', { body: saved });
    await click(button('Try Again'));
    expect(labelled('API URL').value).toBe(saved.api_url);
  });

  it('D-30: another key asks for the password first, and is saved after it', async () => {
    await open();
    await fill(labelled('API Key'), 'new-key-0123456789');
    store.on('POST /api/admin/settings', { status: 403, body: { message: 'Password.', code: 'step_up' } });
    await click(button('Save Settings'));
    expect(toasts()).not.toContain('Save Failed');
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on('POST /api/admin/settings', { body: { ...saved, api_key: '********6789' } });
    await fill(field('input[name=password]'), 'a password');
    await click(button('Go on'));
    expect(toasts()).toContain('Settings Saved');
  });
});

describe('ADM-API-25, ADM-API-28, A-71: the test tool', () => {
  it('ADM-API-20, ADM-API-21: the connection test asks for the balance with the saved key', async () => {
    await open();
    answer({ ok: true, status: 200, data: { balance: '100.84', currency: 'USD' }, outcome: 'answered' });
    await click(button('Test Connection'));
    expect(tried()).toEqual([{ action: 'balance' }]);
    expect(result()?.dataset.tone).toBe('good');
    expect(result()?.textContent).toContain('100.84 USD');
  });

  it('A-73: a key that is typed in and not saved is the one that is tested', async () => {
    await open();
    await fill(labelled('API Key'), 'typed-key');
    await click(button('Test Connection'));
    expect(tried()).toEqual([{ action: 'balance', api_key: 'typed-key' }]);
  });

  it('ADM-API-23: without a key nothing is tested', async () => {
    await open({ body: { ...saved, api_key: '', has_api_key: false } });
    await click(button('Test Connection'));
    await testService();
    expect(toasts()).toContain('API Key requiredPlease enter your API key before testing');
    expect(tried()).toEqual([]);
  });

  it('ADM-API-24: a service test needs the service id of its category', async () => {
    await open({ body: { ...saved, likes_service_id: '', views_service_id: '' } });
    await testService();
    expect(toasts()).toContain('Likes Service ID requiredPlease enter your Likes Service ID before testing');
    await click([...document.querySelectorAll('input[type=radio]')][1] as HTMLElement);
    await click(button('Test Views Service'));
    expect(toasts()).toContain('Views Service ID requiredPlease enter your Views Service ID before testing');
  });

  it.each([
    ['link', 'Link'],
    ['quantity', 'Quantity'],
  ])('ADM-API-25: without a %s it says what is missing', async (_name, label) => {
    await open();
    await fill(labelled('Link'), 'https://www.instagram.com/p/Abc/');
    await fill(labelled(label), '');
    await click(button('Test Likes Service'));
    expect(toasts()).toContain('Missing informationPlease enter both quantity and link before testing');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('ADM-API-22, ADM-API-26, ADM-API-27, ADM-API-30, A-72: confirms the total of all runs, then sends what was typed', async () => {
    await open();
    expect(labelled('Quantity').value).toBe('100');
    await fill(labelled('Runs (optional)'), '3');
    await fill(labelled('Interval (optional)'), '60');
    await testService();
    const dialog = () => document.querySelector('dialog')?.textContent;
    expect(dialog()).toContain('This places a real order of 300 at your provider.');
    expect(dialog()).toContain('100 in each of 3 runs, 60 minutes apart.');
    expect(dialog()).toContain("We don't know the cost");
    await click(button('Cancel'));
    expect(tried()).toEqual([]);
    await testService();
    answer({ ok: true, status: 200, data: { order: 23501 }, outcome: 'answered' });
    await click(button('Place order'));
    const link = 'https://www.instagram.com/p/Abc/';
    expect(tried()).toEqual([{ action: 'add', service: '1001', link, quantity: 100, runs: 3, interval: 60 }]);
    expect(result()?.textContent).toContain('23501');
  });

  it('A-72: the confirmation states the cost from the imported catalog, for saved and for typed services', async () => {
    const service = { service_id: '1001', cost_per_1000: 0.9, name: 'Likes', category: 'x' };
    store.on('GET /api/admin/providers/default/services', ({ query }) => ({
      body: [
        { ...service, service_id: '51001', cost_per_1000: 0.1 },
        { ...service, service_id: query.get('search') },
      ],
    }));
    await open();
    await fill(labelled('Runs (optional)'), '2');
    await fill(labelled('Interval (optional)'), '5');
    await testService();
    expect(document.querySelector('dialog')?.textContent).toContain('Estimated cost: $0.18 ($0.90 per 1,000).');
  });

  it.each([
    ['Quantity', '-1', 'Quantity must be a whole number'],
    ['Quantity', '0', 'Quantity must be a whole number'],
    ['Quantity', '2.5', 'Quantity must be a whole number'],
    ['Runs (optional)', '2', 'Enter the interval between runs in minutes.'],
    ['Interval (optional)', '2', 'Enter the number of runs, or clear the interval.'],
  ])('ADM-API-26: %s %s is refused on the page, before the confirmation', async (label, value, sentence) => {
    await open();
    await fill(labelled(label), value);
    await testService();
    expect(text()).toContain(sentence);
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each([
    [
      'ADM-API-33: an error in the answer',
      { status: 200, outcome: 'refused', error: 'Invalid API key' },
      ['API Error', 'Invalid API key'],
    ],
    [
      'ADM-API-32: an error with a status',
      { status: 401, outcome: 'refused', error: 'Invalid API key' },
      ['API connection failed', 'API responded with status: 401 - Invalid API key'],
    ],
    [
      'ADM-API-32: an error page',
      { status: 502, outcome: 'lost', error: 'The provider answered 502: Bad Gateway' },
      ['API connection failed', 'API responded with status: 502 - Bad Gateway'],
    ],
    [
      'ADM-API-35: nobody there',
      { status: 0, outcome: 'not_sent', error: 'The provider could not be reached (ECONNREFUSED).' },
      ['API connection failed', 'could not be reached'],
    ],
    ['ADM-API-35: no answer', { status: 0, outcome: 'lost', error: 'It was lost.' }, ['API connection failed', 'lost']],
  ])('%s is told as a failure of the connection', async (_name, told, words) => {
    await open();
    answer({ ok: false, data: null, ...told });
    await click(button('Test Connection'));
    expect(result()?.dataset.tone).toBe('bad');
    for (const part of words) expect(result()?.textContent).toContain(part);
  });

  it('ADM-API-35, A-76: a service test that is not sent is a failed test', async () => {
    await open();
    answer({ ok: false, status: 0, data: null, outcome: 'not_sent', error: 'Nothing was sent.' });
    await testService();
    await click(button('Place order'));
    expect(result()?.dataset.tone).toBe('bad');
    expect(result()?.textContent).toContain('Test failed');
  });

  it.each([
    ['no answer', { status: 0, error: 'The answer was lost.' }],
    ['an error page', { status: 502, error: 'The provider answered 502: <html>' }],
    ['an answer without an id', { status: 200, data: {}, error: 'The provider answered 200: {}' }],
  ])('A-71: a service test with %s is neutral: it may have been placed', async (_name, told) => {
    await open();
    answer({ ok: false, data: null, outcome: 'lost', ...told });
    await testService();
    await click(button('Place order'));
    expect(result()?.dataset.tone).toBe('neutral');
    expect(result()?.textContent).toContain('It may have been placed');
    expect(result()?.textContent).toContain('https://www.instagram.com/p/Abc/');
  });

  it('A-71, ADM-API-34: where the store is not reached nothing is green, and the key is masked', async () => {
    await open();
    await fill(labelled('API Key'), 'typed-key');
    store.breakDown(true);
    await click(button('Test Connection'));
    expect(result()?.dataset.tone).toBe('neutral');
    expect(result()?.textContent).toContain('Could not verify from the browser. Parameters that would be sent:');
    expect(result()?.textContent).toContain('********');
    expect(text()).not.toContain('typed-key');
  });

  it('a URL that is not saved is not the one that is tested, and the tool says so', async () => {
    await open();
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    expect(text()).toContain('Tests go to the saved API URL.');
  });

  it('the history is read again after each test', async () => {
    await open();
    expect(text()).toContain('No tests yet.');
    store.on('GET /api/admin/provider-tests', {
      body: [
        {
          id: 1,
          tested_at: new Date(now).toISOString(),
          tested_by: 'owner@shop.test',
          action: 'balance',
          parameters: {},
          ok: false,
          outcome: 'refused',
          status: 200,
          words: 'Invalid API key',
        },
      ],
    });
    answer({ ok: false, status: 200, data: null, outcome: 'refused', error: 'Invalid API key' });
    await click(button('Test Connection'));
    expect(text()).toContain('owner@shop.test');
    expect(text()).not.toContain('No tests yet.');
  });
});
