import { act } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { button, click, type FakeStore, field, fill, settle, sidebar, text, toasts } from '../testing.tsx';
import { showTexts } from '../texts/shown-texts.ts';
import { defaultTextSet } from '../texts/text-sets.ts';
import { labelled, openApiTab, saved, storeWithProvider } from './testing-api-tab.tsx';

let store: FakeStore;

beforeEach(() => {
  store = storeWithProvider();
});

describe('ADM-API-3, ADM-API-5: the balance card', () => {
  it.each([
    [{ balance: 100.849, currency: 'USD' }, '100.85$'],
    [{ balance: '7', currency: 'USD' }, '7.00$'],
    [{ balance: 12.34, currency: 'EUR' }, '12.34 EUR'],
    [{}, 'No data available'],
  ])('ADM-API-1, ADM-API-3, ADM-API-5, A-70: %j is shown as %s', async (body, shown) => {
    store.on('GET /api/admin/balance', { body });
    await openApiTab(store);
    expect(text()).toContain(shown);
  });

  it('has the form of every other amount in English', async () => {
    store.on('GET /api/admin/balance', { body: { balance: 10_000, currency: 'USD' } });
    await openApiTab(store);
    onTestFinished(() => showTexts(defaultTextSet));
    await act(() => showTexts('en'));
    await settle();
    expect(text()).toContain('Provider balance$10,000.00');
  });

  it('ADM-API-2: is asked again every 60 s', async () => {
    await openApiTab(store);
    const before = store.calls('GET /api/admin/balance').length;
    await settle(59_000);
    expect(store.calls('GET /api/admin/balance')).toHaveLength(before);
    await settle(2_000);
    expect(store.calls('GET /api/admin/balance')).toHaveLength(before + 1);
  });

  it('ADM-API-4: a failure says what to check', async () => {
    store.on('GET /api/admin/balance', { status: 502, body: { message: 'Invalid API key' } });
    await openApiTab(store);
    await settle(2_000);
    expect(text()).toContain('Error loading balance');
    expect(text()).toContain('Failed to fetch balance. Please check your API configuration.');
    expect(text()).toContain('Invalid API key');
  });
});

describe('ADM-API-13, ADM-API-15, ADM-API-19: the settings', () => {
  it('ADM-API-6, ADM-API-7, ADM-API-9, ADM-API-18, A-73: show what is saved, the key masked', async () => {
    await openApiTab(store, { body: { ...saved, api_url: '' } });
    expect(labelled('API Key').type).toBe('password');
    expect(labelled('API Key').value).toBe('********wxyz');
    expect(labelled('API URL').placeholder).toBe('https://provider.example/api/v2');
    expect([labelled('Likes Service ID').value, labelled('Views Service ID').value]).toEqual(['1001', '2001']);
  });

  it('ADM-API-8: what is no URL is not sent', async () => {
    await openApiTab(store);
    await fill(labelled('API URL'), 'panel');
    await click(button('Save Settings'));
    expect(toasts()).toContain('Invalid URLPlease enter a valid API URL.');
    expect(store.calls('POST /api/admin/settings')).toEqual([]);
  });

  it('what was saved stands in the list of providers at once', async () => {
    await openApiTab(store);
    const callCount = store.calls('GET /api/admin/providers').length;
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    await click(button('Save Settings'));
    expect(store.calls('GET /api/admin/providers').length).toBe(callCount + 1);
  });

  it('ADM-API-11, ADM-API-16: key and URL are saved, and the key is masked again', async () => {
    await openApiTab(store);
    await fill(labelled('API Key'), 'new-key-0123456789');
    store.on('POST /api/admin/settings', { body: { ...saved, api_key: '********6789' } });
    await click(button('Save Settings'));
    expect(store.calls('POST /api/admin/settings')[0]?.body).toEqual({ api_key: 'new-key-0123456789' });
    expect(toasts()).toContain('Settings Saved');
    expect(labelled('API Key').value).toBe('********6789');
  });

  it('ADM-API-17, A-73: service ids are saved by themselves, and what else is typed stays', async () => {
    await openApiTab(store);
    await fill(labelled('API URL'), 'https://other.example/api/v2');
    await fill(labelled('Likes Service ID'), '77');
    store.on('POST /api/admin/settings', { body: { ...saved, likes_service_id: '77' } });
    await click(button('Save Service IDs'));
    expect(store.calls('POST /api/admin/settings')[0]?.body).toEqual({ likes_service_id: '77' });
    expect(toasts()).toContain('Settings Updated');
    expect(labelled('API URL').value).toBe('https://other.example/api/v2');
  });

  it('follows what another admin saved, and sends nothing of what stood there before', async () => {
    await openApiTab(store);
    await click(button('Session', sidebar()));
    const theirs = { ...saved, likes_service_id: '7777', api_url: 'https://new.example/api/v2' };
    store.on('GET /api/admin/settings', { body: theirs });
    store.on('POST /api/admin/settings', ({ body }) => ({ body: { ...theirs, ...(body as object) } }));
    await click(button('API', sidebar()));
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
  ])('ADM-API-13, ADM-API-15, A-76: a refusal of %s shows its sentence', async (name, shown) => {
    await openApiTab(store);
    store.on('POST /api/admin/settings', { status: 400, body: { message: 'Not like this.', field: 'api_url' } });
    await click(button(name));
    expect(toasts()).toContain(`${shown} Not like this.`);
  });

  it('ADM-API-14: a save without a response shows an error', async () => {
    await openApiTab(store);
    store.breakDown(true);
    await click(button('Save Settings'));
    expect(toasts()).toContain('ErrorAn error occurred while saving settings.');
  });

  it('ADM-API-12: settings that cannot be loaded show an error with a retry', async () => {
    await openApiTab(store, { status: 500, body: { message: 'Broken.' } });
    await settle(2_000);
    expect(toasts()).toContain('ErrorFailed to load API settings. Please try refreshing the page.');
    store.on('GET /api/admin/settings', { body: saved });
    await click(button('Try Again'));
    expect(labelled('API URL').value).toBe(saved.api_url);
  });

  it('D-30: another key asks for the password first, and is saved after it', async () => {
    await openApiTab(store);
    await fill(labelled('API Key'), 'new-key-0123456789');
    store.on('POST /api/admin/settings', { status: 403, body: { message: 'Password.', code: 'step_up' } });
    await click(button('Save Settings'));
    expect(toasts()).not.toContain('Save Failed');
    store.on('POST /api/admin/step-up', { body: { success: true, expiresIn: 600 } });
    store.on('POST /api/admin/settings', { body: { ...saved, api_key: '********6789' } });
    await fill(field('input[name=password]'), 'a password');
    await click(button('Continue'));
    expect(toasts()).toContain('Settings Saved');
  });
});
