// A provider is saved as on only after a test call with its key and its services passed, or where that was chosen.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { offer, twoProviders } from '../../tests/support/two-providers.ts';

const { two, answers, received, start, reset, stop, add, change, entry, list, look, sql } = twoProviders();
beforeAll(start);
afterAll(stop);
beforeEach(reset);

const count = async () => (await list()).length;

describe('saving a provider as on', () => {
  test('one whose key and services pass is added, tested and with its catalogue', async () => {
    const before = await count();
    const { status, body } = await add({ name: 'Third' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ enabled: true, services: 2, balance: 50, check: { state: 'passed', problem: null } });
    expect(body.check.checked_at).toMatch(/Z$/);
    expect(await count()).toBe(before + 1);
  });

  test.each([
    [
      'a refused key',
      () => Object.assign(answers, { error: 'Invalid API key' }),
      'key_refused',
      /refused the key: Invalid API key/,
    ],
    [
      'an answer that is none',
      () => Object.assign(answers, { balance: 'none' }),
      'unreachable',
      /^The test call to the provider failed: The provider answered 200: .*none/,
    ],
    [
      'a service that is not offered',
      () => Object.assign(answers, { offers: [offer(11, 0.5)] }),
      'service_missing',
      /service 12 for Views/,
    ],
  ])('%s saves nothing, and is saved only anyway', async (_name, spoil, state, words) => {
    spoil();
    const before = await count();
    const refused = await add({ name: 'Fourth' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'provider_check_failed', message: expect.stringMatching(words) },
    });
    expect(await count()).toBe(before);
    const saved = await add({ name: 'Fourth', save_anyway: true });
    expect(saved).toMatchObject({ status: 200, body: { enabled: true, check: { state } } });
  });

  test('D-92: a balance that may be two amounts is no reason against it, and a warning that quotes it', async () => {
    answers.balance = '1,234';
    const { status, body } = await add({ name: 'Unclear' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      balance: null,
      services: 2,
      check: { state: 'passed' },
      warnings: [{ kind: 'balance_unclear', words: expect.stringContaining('"1,234"') }],
    });
    answers.balance = '12.50';
    expect((await look(body.id)).body).toMatchObject({ balance: 12.5, warnings: [] });
    // A later balance replaces a known one.
    answers.balance = '1,234';
    expect((await look(body.id)).body).toMatchObject({ balance: null, warnings: [{ kind: 'balance_unclear' }] });
  });

  test('one that is off is saved without a call, and tested when it is switched on', async () => {
    answers.offers = [];
    const { body } = await add({ name: 'Fifth', enabled: false });
    expect(received).toEqual([]);
    expect(body.check).toEqual({ state: 'untested', problem: null, checked_at: null });
    expect((await change(body.id, { enabled: true })).status).toBe(409);
    expect(await entry(body.id)).toMatchObject({ enabled: false });
    answers.offers = [offer(11, 0.5), offer(12, 0.1)];
    expect((await change(body.id, { enabled: true })).body).toMatchObject({
      enabled: true,
      check: { state: 'passed' },
    });
  });

  test('another key or service is tested again, another name or place is not', async () => {
    received.length = 0;
    expect((await change('p2', { priority: 150, name: 'Second' })).status).toBe(200);
    expect(received).toEqual([]);
    const missing = await change('p2', { likes_service_id: '99' });
    expect(missing).toMatchObject({
      status: 409,
      body: { message: 'The provider does not offer service 99 for Likes.' },
    });
    expect(await entry()).toMatchObject({ likes_service_id: '11', check: { state: 'passed' } });
  });

  test('a result counts only for the key and the services that were tested', async () => {
    expect((await entry()).check.state).toBe('passed');
    await sql("update providers set likes_service_id = '12' where id = 'p2'");
    expect((await entry()).check.state).toBe('untested');
    expect((await look()).body.check.state).toBe('passed');
  });

  test('an outage of a tested provider leaves its result, and is a warning', async () => {
    await look();
    answers.balance = 'none';
    expect((await look()).status).toBe(502);
    expect(await entry()).toMatchObject({ check: { state: 'passed' }, warnings: [{ kind: 'unreachable' }] });
  });

  test('settings of the API tab are saved as ever, and the next look shows what they are worth', async () => {
    await two.store.admin.call('POST /api/admin/settings', { body: { likes_service_id: '4711' } });
    expect((await entry('default')).check.state).toBe('untested');
    await two.store.app.jobHandlers.look_at_providers({});
    expect((await entry('default')).check.state).not.toBe('passed');
  });
});
