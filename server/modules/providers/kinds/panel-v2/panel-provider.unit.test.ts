import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { providerConforms } from '../../../../../tests/conformance/provider.conformance.ts';
import {
  apiKey,
  likesRequest,
  type PanelStandIn,
  startPanelStandIn,
} from '../../../../../tests/stand-ins/panel-stand-in.ts';

providerConforms({ name: 'panel-v2', start: startPanelStandIn });

let setup: PanelStandIn;
beforeEach(async () => {
  setup = await startPanelStandIn();
});
afterEach(() => setup.stop());

describe('the wire of panel-v2', () => {
  it('GEN-7: posts a form with the key, the action and what belongs to it', async () => {
    await setup.subject.place(likesRequest);
    expect(setup.requests).toMatchObject([
      {
        method: 'POST',
        url: '/api/v2',
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: `127.0.0.1:${setup.port}` },
      },
    ]);
    expect([...(setup.forms[0] ?? [])]).toEqual([
      ['key', apiKey],
      ['action', 'add'],
      ['service', '7'],
      ['link', 'https://www.instagram.com/p/Cx1aB9/'],
      ['quantity', '250'],
    ]);
  });

  it('A-71: a call tried by hand returns the JSON of the panel, or its refusal with status 200', async () => {
    await expect(setup.subject.tryCall('balance', {})).resolves.toMatchObject({
      data: { balance: '100.84292', currency: 'USD' },
    });
    setup.refuse('key');
    await expect(setup.subject.tryCall('balance', {})).resolves.toMatchObject({
      httpStatus: 200,
      text: 'Invalid API key',
    });
  });

  it('GEN-9: one id goes as `order`, many as `orders`', async () => {
    await setup.subject.statuses(['5', '5']);
    await setup.subject.statuses(['5', '6']);
    expect(setup.forms.map((form) => [form.get('order'), form.get('orders')])).toEqual([
      ['5', null],
      [null, '5,6'],
    ]);
  });

  it.each([
    ['{"order": 23501}', 200, '23501'],
    ['{"order":"23501"}', 201, '23501'],
    ['{"order":"ab-77"}', 200, 'ab-77'],
    ['\uFEFF {"order":23501}\n', 200, '23501'],
    ['{"error":"","order":23501}', 200, '23501'],
    ['{"error":[],"order":23501}', 200, '23501'],
  ])('GEN-7: %s (%s) is placed as %s (rule 4)', async (text, status, providerOrderId) => {
    setup.answerWith(text, status);
    await expect(setup.subject.place(likesRequest)).resolves.toEqual({ outcome: 'placed', providerOrderId });
  });

  it.each([
    ['{"error":"Bad link"}', 200, 'link', 'Bad link'],
    ['{"error":"Bad link","status":"102"}', 400, 'link', 'Bad link'],
    ['{"error":"Bad link","order":0}', 422, 'link', 'Bad link'],
    ['{"error":"Invalid API key"}', 401, 'key', 'Invalid API key'],
    ['{"error":"Too many requests"}', 429, 'rate', 'Too many requests'],
    ['{"error":"Insufficient balance"}', 500, 'funds', 'Insufficient balance'],
    ['{"error":{"message":"Bad link","code":102}}', 200, 'link', 'Bad link; 102'],
    ['{"error":["Wartung","Bad link"]}', 200, 'link', 'Wartung; Bad link'],
  ])('GEN-7: %s (%s) is the provider’s no (rule 3)', async (text, status, reason, shown) => {
    setup.answerWith(text, status);
    await expect(setup.subject.place(likesRequest)).resolves.toEqual({ outcome: 'refused', reason, text: shown });
  });

  it.each([
    ['', 200],
    ['null', 200],
    ['[]', 200],
    ['{}', 200],
    ['{"order":null}', 200],
    ['{"order":0}', 200],
    ['{"order":{}}', 200],
    ['{"order":12345678901234567890}', 200],
    ['{"order":23501}', 500],
    ['{"order":23501}', 302],
    ['{"order":23501}', 400],
    ['Too Many Requests', 429],
  ])('D-17: %s (%s) may have been placed (rule 1)', async (text, status) => {
    setup.answerWith(text, status);
    await expect(setup.subject.place(likesRequest)).resolves.toEqual({
      outcome: 'unknown',
      text: `The provider answered ${status}: ${text}`.trim(),
      coded: { code: 'provider_answered', params: { httpStatus: status, answer: text } },
    });
  });

  it.each([
    ['{"refill":"1"}', 200, { outcome: 'accepted', refillId: '1' }],
    ['{"refill":31}', 201, { outcome: 'accepted', refillId: '31' }],
    ['{"refill":true}', 200, { outcome: 'accepted', refillId: null }],
    ['[{"order":"5","refill":1}]', 200, { outcome: 'accepted', refillId: '1' }],
    [
      '{"refill":{"error":"Incorrect refill ID"}}',
      200,
      { outcome: 'refused', reason: 'refill', text: 'Incorrect refill ID' },
    ],
    [
      '[{"order":5,"refill":{"error":"Order not found"}}]',
      200,
      { outcome: 'refused', reason: 'order', text: 'Order not found' },
    ],
    [
      '{"error":"The order is not completed"}',
      400,
      { outcome: 'refused', reason: 'refill', text: 'The order is not completed' },
    ],
  ])('GEN-10: %s (%s) is understood', async (text, status, outcome) => {
    setup.answerWith(text, status);
    await expect(setup.subject.refill('5')).resolves.toEqual(outcome);
  });

  it.each(['{}', '[]', '{"refill":0}', '{"refill":null}', '{"refill":false}', '{"refill":{}}'])(
    'GEN-10: %s leaves it open whether a refill was taken',
    async (text) => {
      setup.answerWith(text);
      await expect(setup.subject.refill('5')).rejects.toMatchObject({ fault: 'unknown' });
    },
  );

  it('GEN-9: an error about one order that nobody has listed is about that order', async () => {
    setup.answerWith('{"error":"Bestellung unbekannt"}');
    const answers = await setup.subject.statuses(['5']);
    expect(answers.get('5')).toEqual({ outcome: 'refused', reason: 'other', text: 'Bestellung unbekannt' });
  });

  it.each(['[{"order":5,"status":"Completed"}]', '{"5":{"status":"Completed"}}', '{"status":"Completed"}'])(
    'GEN-9: %s tells the status of one order',
    async (text) => {
      setup.answerWith(text);
      const answers = await setup.subject.statuses(['5']);
      expect(answers.get('5')).toMatchObject({ outcome: 'known', live: { status: 'Completed', remains: null } });
    },
  );

  it('GEN-9: a batch that is refused whole for one id is asked for by halves, and only that id is not known', async () => {
    setup.answerWhere((form) => {
      const ids = (form.get('orders') ?? form.get('order') ?? '').split(',');
      if (ids.includes('3')) return { error: 'Incorrect order ID' };
      return ids.length === 1
        ? { status: 'Completed' }
        : Object.fromEntries(ids.map((id) => [id, { status: 'Completed' }]));
    });
    const answers = await setup.subject.statuses(['1', '2', '3', '4', '5']);
    expect([...answers].map(([id, { outcome }]) => [id, outcome])).toEqual([
      ['1', 'known'],
      ['2', 'known'],
      ['3', 'refused'],
      ['4', 'known'],
      ['5', 'known'],
    ]);
  });

  it('GEN-9: a batch that is refused for another reason is not asked for again', async () => {
    setup.answerWith('{"error":"Invalid API key"}');
    await expect(setup.subject.statuses(['1', '2'])).rejects.toMatchObject({ fault: 'refused' });
    expect(setup.callCount()).toBe(1);
  });

  it('GEN-10: a panel that does not know the action cannot say how a refill stands', async () => {
    setup.answerWith('{"error":"Invalid action"}');
    const answers = await setup.subject.refillStatuses(['7']);
    expect(answers.get('7')).toEqual({ outcome: 'refused', reason: 'request', text: 'Invalid action' });
  });

  it.each(['{}', '{"balance":null}', '{"balance":"a lot"}', '[]'])(
    'the balance %s is an outage (rule 4)',
    async (text) => {
      setup.answerWith(text);
      await expect(setup.subject.balance()).rejects.toMatchObject({ fault: 'unavailable' });
    },
  );

  it('rule 10: a key that the provider repeats is removed from messages and logs', async () => {
    setup.answerWith(JSON.stringify({ error: `No user with ${apiKey}; ${encodeURIComponent(apiKey)}` }));
    await expect(setup.subject.place(likesRequest)).resolves.toMatchObject({
      text: 'No user with [removed]; [removed]',
    });
    expect(setup.logged()).toContain('[removed]');
    expect(setup.logged()).not.toContain(apiKey);
  });
});
