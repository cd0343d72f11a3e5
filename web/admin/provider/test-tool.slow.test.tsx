import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { button, click, type FakeStore, fill, text, toasts } from '../testing.tsx';
import { now } from '../testing-signed-in.tsx';
import { labelled, openApiTab, saved, storeWithProvider } from './testing-api-tab.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithProvider();
});

const result = () => document.querySelector<HTMLElement>('[data-tone]:not(span)');
const tried = () => store.calls('POST /api/proxy').map(({ body }) => body);
const answer = (body: object) => store.on('POST /api/proxy', { body });
async function testService(link = 'https://www.instagram.com/p/Abc/'): Promise<void> {
  await fill(labelled('Link'), link);
  await click(button('Test Likes Service'));
}

describe('ADM-API-25, ADM-API-28, A-71: the test tool', () => {
  it('ADM-API-20, ADM-API-21: the connection test asks for the balance with the saved key', async () => {
    await openApiTab(store);
    answer({ ok: true, status: 200, data: { balance: '100.84', currency: 'USD' }, outcome: 'answered' });
    await click(button('Test Connection'));
    expect(tried()).toEqual([{ action: 'balance' }]);
    expect(result()?.dataset.tone).toBe('good');
    expect(result()?.textContent).toContain('100.84 USD');
  });

  it('D-92: the connection test shows a balance that the panel wraps', async () => {
    await openApiTab(store);
    const data = { status: 'success', data: { balance: '12,50', currency: 'USD' } };
    answer({ ok: true, status: 200, data, outcome: 'answered' });
    await click(button('Test Connection'));
    expect(result()?.textContent).toContain('12,50 USD');
  });

  it('A-73: a key that is typed in and not saved is the one that is tested', async () => {
    await openApiTab(store);
    await fill(labelled('API Key'), 'typed-key');
    await click(button('Test Connection'));
    expect(tried()).toEqual([{ action: 'balance', api_key: 'typed-key' }]);
  });

  it('ADM-API-23: without a key nothing is tested', async () => {
    await openApiTab(store, { body: { ...saved, api_key: '', has_api_key: false } });
    await click(button('Test Connection'));
    await testService();
    expect(toasts()).toContain('API Key requiredPlease enter your API key before testing');
    expect(tried()).toEqual([]);
  });

  it('ADM-API-24: a service test needs the service id of its category', async () => {
    await openApiTab(store, { body: { ...saved, likes_service_id: '', views_service_id: '' } });
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
    await openApiTab(store);
    await fill(labelled('Link'), 'https://www.instagram.com/p/Abc/');
    await fill(labelled(label), '');
    await click(button('Test Likes Service'));
    expect(toasts()).toContain('Missing informationPlease enter both quantity and link before testing');
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('ADM-API-22, ADM-API-26, ADM-API-27, ADM-API-30, A-72: confirms the total of all runs, then sends what was typed', async () => {
    await openApiTab(store);
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
    await openApiTab(store);
    await fill(labelled('Runs (optional)'), '2');
    await fill(labelled('Interval (optional)'), '5');
    await testService();
    expect(document.querySelector('dialog')?.textContent).toContain('Estimated cost: $0.18 ($0.90 per 1,000).');
  });

  it.each([
    ['1.000', 1000, '1,000'],
    ['1.000,00', 1000, '1,000'],
    ['2k', 2000, '2,000'],
    ['１５０', 150, '150'],
    ['150.5', 150, '150'],
  ])('D-52: a typed quantity of %s is %d, on no step and in no range', async (typed, quantity, shown) => {
    await openApiTab(store);
    await fill(labelled('Quantity'), typed);
    await act(async () => labelled('Quantity').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(labelled('Quantity').value).toBe(shown);
    expect(text().includes('Whole numbers only')).toBe(typed === '150.5');
    await testService();
    expect(document.querySelector('dialog')?.textContent).toContain(`This places a real order of ${shown} at`);
    answer({ ok: true, status: 200, data: { order: 1 }, outcome: 'answered' });
    await click(button('Place order'));
    expect(tried()).toMatchObject([{ quantity }]);
  });

  it.each([
    ['Quantity', '-1', 'Quantity must be a whole number'],
    ['Quantity', '0', 'Quantity must be a whole number'],
    ['Quantity', '1e3', 'Quantity must be a whole number'],
    ['Runs (optional)', '5%', 'Runs must be a whole number'],
    ['Runs (optional)', '2', 'Enter the interval between runs in minutes.'],
    ['Interval (optional)', '2', 'Enter the number of runs, or clear the interval.'],
  ])('ADM-API-26: %s %s is refused on the page, before the confirmation', async (label, value, sentence) => {
    await openApiTab(store);
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
      {
        status: 502,
        outcome: 'lost',
        error: 'The provider answered 502: Bad Gateway',
        error_coded: { code: 'provider_answered', params: { httpStatus: 502, answer: 'Bad Gateway' } },
      },
      ['API connection failed', 'API responded with status: 502 - Bad Gateway'],
    ],
    [
      'ADM-API-35: nobody there',
      { status: 0, outcome: 'not_sent', error: 'The provider could not be reached (ECONNREFUSED).' },
      ['API connection failed', 'could not be reached'],
    ],
    ['ADM-API-35: no answer', { status: 0, outcome: 'lost', error: 'It was lost.' }, ['API connection failed', 'lost']],
  ])('%s is shown as a failure of the connection', async (_name, shown, words) => {
    await openApiTab(store);
    answer({ ok: false, data: null, ...shown });
    await click(button('Test Connection'));
    expect(result()?.dataset.tone).toBe('bad');
    for (const part of words) expect(result()?.textContent).toContain(part);
  });

  it('ADM-API-35, A-76: a service test that is not sent is a failed test', async () => {
    await openApiTab(store);
    answer({ ok: false, status: 0, data: null, outcome: 'not_sent', error: 'Nothing was sent.' });
    await testService();
    await click(button('Place order'));
    expect(result()?.dataset.tone).toBe('bad');
    expect(result()?.textContent).toContain('Test failed');
  });

  it.each([
    ['no answer', { status: 0, error: 'The answer was lost.' }],
    ['an error page', { status: 502, error: 'The provider answered 502: <html>' }],
    ['a page without a full stop', { status: 503, error: '503 - Checking your browser' }],
    ['an answer without an id', { status: 200, data: {}, error: 'The provider answered 200: {}' }],
  ])('A-71: a service test with %s is neutral: it may have been placed', async (_name, shown) => {
    await openApiTab(store);
    answer({ ok: false, data: null, outcome: 'lost', ...shown });
    await testService();
    await click(button('Place order'));
    expect(result()?.dataset.tone).toBe('neutral');
    expect(result()?.textContent).toContain('Test failed');
    expect(result()?.textContent).toMatch(/\. It may have been placed/);
    expect(result()?.textContent).toContain('https://www.instagram.com/p/Abc/');
  });

  it('A-71, ADM-API-34: where the store is not reached nothing is green, and the key is masked', async () => {
    await openApiTab(store);
    await fill(labelled('API Key'), 'typed-key');
    store.breakDown(true);
    await click(button('Test Connection'));
    expect(result()?.dataset.tone).toBe('neutral');
    expect(result()?.textContent).toContain('Could not verify from the browser. Parameters that would be sent:');
    expect(result()?.textContent).toContain('********');
    expect(text()).not.toContain('typed-key');
  });

  it('a URL that is not saved is not the one that is tested, and the tool says so', async () => {
    await openApiTab(store);
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    expect(text()).toContain('Tests go to the saved API URL.');
  });

  it('the history is read again after each test', async () => {
    await openApiTab(store);
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
