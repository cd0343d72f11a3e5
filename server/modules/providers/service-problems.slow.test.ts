// Services that cannot deliver what the store sells are refused when they are chosen, with their sentence and field.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offer, twoProviders } from '../../../tests/support/two-providers.ts';

const { two, answers, start, reset, stop, add, change, entry } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(reset);

const refused: [string, object, string][] = [
  ['of another type than Default', { type: 'Custom Comments' }, 'service_type_refused'],
  ['that costs 0', { rate: '0.00' }, 'service_without_cost'],
  ['with a minimum above ours', { min: '501' }, 'service_minimum'],
];

describe('D-104: a service is refused at save', () => {
  test.each(refused)('%s', async (_, likes, reason) => {
    answers.offers = [...answers.offers, offer(13, 0.5, likes)];
    const { status, body } = await change('p2', { likes_service_id: '13', save_anyway: true });
    expect([status, body]).toMatchObject([400, { code: 'invalid_input', field: 'likes_service_id', reason }]);
    expect((await entry()).likes_service_id).toBe('11');
    const { body: added } = await add({ likes_service_id: '13' });
    expect(added).toMatchObject({ field: 'likes_service_id', reason });
  });

  test('in a currency without a rate', async () => {
    answers.currency = 'INR';
    answers.offers = [...answers.offers, offer(13, 5)];
    const { body } = await change('p2', { views_service_id: '13' });
    expect(body).toMatchObject({
      field: 'views_service_id',
      reason: 'service_currency_refused',
      message: 'Service 13 for Views is priced in INR. Enter an exchange rate for INR in Finances first.',
    });
    const rate = { currency: 'INR', day: '2026-01-01', usd: 0.01 };
    const { body: saved } = await two.store.admin.ask('POST /api/admin/finances/rates', { body: rate });
    expect((await change('p2', { views_service_id: '13' })).status).toBe(200);
    await two.store.admin.call('DELETE /api/admin/finances/rates/{id}', { params: { id: saved.id ?? '' } });
  });

  test('when a provider is turned on; not when a key, a name or another service changes', async () => {
    answers.offers = [offer(11, 0.5, { type: 'Poll' }), offer(12, 0.1), offer(13, 0.1)];
    expect((await change('p2', { views_service_id: '13', name: 'Other', api_key: 'another-key' })).status).toBe(200);
    expect((await change('p2', { enabled: false })).status).toBe(200);
    expect((await change('p2', { enabled: true })).body).toMatchObject({ reason: 'service_type_refused' });
    // A minimum is a warning of a service that the provider had before.
    answers.offers = [offer(11, 0.5, { min: '501' }), offer(12, 0.1), offer(13, 0.1)];
    expect((await change('p2', { enabled: true })).status).toBe(200);
  });

  test('not with a maximum below ours, which is a warning', async () => {
    answers.offers = [...answers.offers, offer(13, 0.5, { max: '29999' })];
    expect((await change('p2', { likes_service_id: '13' })).status).toBe(200);
    expect((await entry()).warnings).toMatchObject([{ kind: 'range', code: 'service_maximum' }]);
  });

  test('not by a provider that is not reached, and not without a type, a cost or limits', async () => {
    answers.offers = [{ service: 14, name: 'Bare' }, offer(12, 0.1)];
    expect((await change('p2', { likes_service_id: '14' })).status).toBe(200);
    answers.isDown = true;
    expect((await change('p2', { likes_service_id: '15', save_anyway: true })).status).toBe(200);
  });

  test('of the API tab too, by a call to its new address; one that is not reached saves', async () => {
    const save = (body: object) => two.store.admin.ask('POST /api/admin/settings', { body });
    answers.offers = [offer(11, 0.5, { type: 'Poll' }), offer(12, 0.1)];
    const moved = { api_url: two.second.url, api_key: 'key-of-the-second-panel' };
    const { body } = await save({ ...moved, likes_service_id: '11', views_service_id: '12' });
    expect(body).toMatchObject({ field: 'likes_service_id', reason: 'service_type_refused' });
    expect((await save({ ...moved, likes_service_id: '12', views_service_id: '12' })).status).toBe(200);
    answers.isDown = true;
    expect((await save({ likes_service_id: '11' })).status).toBe(200);
    answers.isDown = false;
    expect(
      (await save({ api_url: two.first.url, api_key: 'k', likes_service_id: '1', views_service_id: '2' })).status,
    ).toBe(200);
  });
});
