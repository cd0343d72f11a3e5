// The operator reaches the provider from the API tab: sees the funds, tries the connection and a service, enters a wrong key
// and the right one again. Each test goes on where the one before it stopped.
import { afterEach, describe, expect, test } from 'vitest';
import { barriersOf } from '../support/browser.ts';
import { expectFitForAll, openTab, signIn, startJourney } from '../support/journey.ts';

const journey = startJourney();
describe('the API tab', () => {
  afterEach(() => {
    expect(journey.operator.troubles).toEqual([]);
  });

  test('ADM-1, ADM-API-1: it stands among the tabs, shows the funds, and is usable by all, also on a phone', async () => {
    const { page } = journey.operator;
    await signIn(journey);
    await openTab(journey, 'API');
    await page.waitForURL('**/admin?tab=api');
    await page.getByText(/^\d+\.\d\d\$$/).waitFor();
    await page.getByText('Test History').click();
    await page.getByText('No tests yet.').waitFor();
    await page.getByText('API Test').click();
    await expectFitForAll(page);
  });

  test('balance and catalog are read soon after the start, so that costs are there at once', async () => {
    const looks = () =>
      journey.store.sql('select balance > 0 as funds, services_at is not null as catalog from provider_looks');
    await expect.poll(looks).toEqual([{ funds: true, catalog: true }]);
  });

  test('ADM-API-21, ADM-API-22, A-72: the connection and, once confirmed, a service are tried for real', async () => {
    const { page } = journey.operator;
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await page.getByText('Connection works').waitFor();
    await page.getByLabel('Link').fill('https://www.instagram.com/p/ApiTab0001/');
    await page.getByRole('button', { name: 'Test Likes Service' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This places a real order of 100 at your provider.').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Place order' }).click();
    await page.getByText('Test order placed').waitFor();
    expect(await journey.store.sql("select action from audit_log where subject = 'provider' order by id")).toEqual([
      { action: 'provider.test_order' },
      { action: 'provider.test_order_answered' },
    ]);
    await page.getByText('Service 1001, 100 to https://www.instagram.com/p/ApiTab0001/').waitFor();
  });

  test('the catalogue is imported and searched, and a second provider stands behind the first', async () => {
    const { page } = journey.operator;
    await page.getByRole('button', { name: 'Import catalog' }).click();
    await page.getByText('Costs $0.90, sold for $6.00, margin 85 %').waitFor();
    await page.getByRole('button', { name: '2 services' }).click();
    await page.getByRole('dialog').getByText('Instagram Views (sandbox)').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Second');
    await dialog.getByLabel('API URL').fill('http://127.0.0.1:9/api/v2');
    await dialog.getByLabel('API Key').fill('key-of-the-second');
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save provider' }).click();
    await dialog.getByText('The test call to the provider failed').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByRole('heading', { name: 'Second' }).waitFor();
    await page.getByText('On, test failed', { exact: true }).waitFor();
    // The save that was refused is the one trouble that was wanted.
    expect(journey.operator.troubles.splice(0).filter((trouble) => !/409/.test(trouble))).toEqual([]);
    await expectFitForAll(page);
  });

  test('A-73, ADM-API-33: a wrong key is reported as such before and after it is saved, and is never shown again', async () => {
    const { page } = journey.operator;
    await page.getByLabel('API Key').fill('wrong-key-0123456789');
    await page.getByRole('button', { name: 'Test Connection' }).click();
    await page.getByText('API Error').waitFor();
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await page.getByText('Settings Saved').first().waitFor();
    await expect.poll(() => page.getByLabel('API Key').inputValue()).toBe('********6789');
    await page.getByText('Error loading balance').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    // The balance that could not be had is the one trouble that was wanted.
    const wanted = journey.operator.troubles.splice(0).filter((trouble) => !/\/api\/admin\/balance|502/.test(trouble));
    expect(wanted).toEqual([]);
  });
});
