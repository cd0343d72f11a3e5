// The client against the sandbox: every quirk that the protocol lists, by the sandbox's own switches.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdTimeouts, passTimeouts, releaseTimeouts } from '../../../../../tests/support/client-timeouts.ts';
import { claimsSilence, wordyAnswer } from '../../../../../tests/support/provider-answers.ts';
import {
  dropFolder,
  newFolder,
  type SandboxSetup,
  startSandboxSetup,
} from '../../../../../tests/support/sandbox-setup.ts';
import { silentLog } from '../../../../observability/log.ts';
import type { Provider } from '../../provider.ts';
import { createPanelProvider } from './panel-provider.ts';

let folder: string;
let setup: SandboxSetup;
let subject: Provider;

beforeEach(async () => {
  folder = await newFolder();
  setup = await startSandboxSetup(folder);
  subject = createSubject();
});
afterEach(async () => {
  releaseTimeouts();
  await setup.stop();
  await dropFolder(folder);
});

const createSubject = () =>
  createPanelProvider({
    apiUrl: `${setup.base}/provider/api/v2`,
    apiKey: 'panel-key',
    allowLoopback: true,
    log: silentLog,
  });
const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : '');
const fail = (kind: string, more: Record<string, unknown> = {}) => setup.control('provider/fail', { kind, ...more });
const add = (code: string, quantity = 1000) =>
  subject.place({ serviceId: '1001', link: `https://www.instagram.com/p/${code}/`, quantity });
const adds = async () => {
  const calls: unknown = (await setup.inspect('calls?side=provider&operation=add')).body;
  return (calls as unknown[]).length;
};
async function placed(code: string): Promise<string> {
  const outcome = await add(code);
  if (outcome.outcome !== 'placed') throw new Error(`Not placed: ${JSON.stringify(outcome)}`);
  return outcome.providerOrderId;
}
const finish = (order: string, status = 'Completed') => setup.control('provider/advance', { order, status });

describe('every action, as it is', () => {
  it('services, add, status of one and many, balance', async () => {
    await expect(subject.services()).resolves.toMatchObject([
      { serviceId: '1001', ratePerThousand: '0.90', min: 10, max: 1_000_000, refill: true, cancel: true },
      { serviceId: '2001' },
    ]);
    const [one, other] = [await placed('One1'), await placed('Two2')];
    const known = { outcome: 'known', live: { status: 'Pending', remains: 1000 } };
    expect((await subject.statuses([one])).get(one)).toMatchObject(known);
    const both = await subject.statuses([one, other, '99']);
    expect([both.get(one), both.get(other)]).toMatchObject([known, known]);
    expect(both.get('99')).toMatchObject({ outcome: 'refused', reason: 'order' });
    await expect(subject.balance()).resolves.toEqual({ balance: '9998.20000', currency: 'USD' });
  });

  it('refill of one and many, refill_status of one and many, to their end', async () => {
    const [one, other] = [await placed('One1'), await placed('Norefill2')];
    await expect(subject.refill(one)).resolves.toMatchObject({ outcome: 'refused', reason: 'refill' });
    await finish(one);
    await finish(other);
    const first = await subject.refill(one);
    const many = await subject.refills([one, other]);
    expect(many.get(one)).toMatchObject({ outcome: 'refused' });
    const ids = [first, many.get(other)].map((each) => (each?.outcome === 'accepted' ? (each.refillId ?? '') : ''));
    const [running = ''] = ids;
    expect((await subject.refillStatuses([running])).get(running)).toEqual({ outcome: 'known', status: 'Pending' });
    await setup.control('provider/advance', { seconds: 200 });
    const ends = await subject.refillStatuses([...ids, '77']);
    expect(ids.map((id) => ends.get(id))).toEqual([
      { outcome: 'known', status: 'Completed' },
      { outcome: 'known', status: 'Rejected' },
    ]);
    expect(ends.get('77')).toMatchObject({ outcome: 'refused', reason: 'refill' });
  });

  it('rule 9: a cancel is taken for what runs, refused for what ended, and shows in the status later', async () => {
    const [one, other] = [await placed('One1'), await placed('Two2')];
    await finish(other);
    const outcomes = await subject.cancel([one, other, '99']);
    expect(outcomes.get(one)).toEqual({ outcome: 'accepted' });
    expect(outcomes.get(other)).toMatchObject({ outcome: 'refused' });
    expect(outcomes.get('99')).toMatchObject({ outcome: 'refused', reason: 'order' });
    expect((await subject.statuses([one])).get(one)).toMatchObject({ live: { status: 'Pending' } });
    await setup.control('provider/advance', { seconds: 11 });
    expect((await subject.statuses([one])).get(one)).toMatchObject({ live: { status: 'Canceled', remains: 1000 } });
  });
});

describe('quirks of add', () => {
  it.each([
    ['lose', 1],
    ['html', 1],
    ['garbage', 1],
    ['missing_id', 1],
    ['lose_before', 0],
    ['error_5xx', 0],
    ['maintenance', 0],
  ])('rule 1: %s is unknown, is called once, and nothing shows whether it was placed', async (kind, taken) => {
    await fail(kind, { operation: 'add' });
    await expect(add('One1')).resolves.toMatchObject({ outcome: 'unknown' });
    expect(await adds()).toBe(1);
    expect(((await setup.inspect('provider/orders')).body as unknown as unknown[]).length).toBe(taken);
  });

  it('rule 6: after an accepted add with a lost response, the next add returns an error for the same link', async () => {
    await fail('lose', { operation: 'add' });
    await add('One1');
    await expect(add('One1')).resolves.toMatchObject({ outcome: 'refused', reason: 'same_link' });
  });

  it('rule 10: an answer later than the limit is unknown', async () => {
    await fail('delay', { operation: 'add', delayMs: 60_000 });
    holdTimeouts();
    const placing = add('One1');
    await expect.poll(adds).toBe(1);
    passTimeouts();
    await expect(placing).resolves.toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['text_ids', /^ord-\d+$/],
    ['strings', /^\d+$/],
    ['numbers', /^\d+$/],
    ['text_html', /^\d+$/],
    ['unknown_keys', /^\d+$/],
  ])('rule 4: %s is placed all the same', async (kind, id) => {
    await fail(kind, { operation: 'add' });
    await expect(add('One1')).resolves.toEqual({ outcome: 'placed', providerOrderId: expect.stringMatching(id) });
  });

  it('rule 3: a success with 201 is one', async () => {
    await fail('http_status', { operation: 'add', status: 201 });
    await expect(add('One1')).resolves.toMatchObject({ outcome: 'placed' });
  });

  it.each([
    ['rate', {}, 'rate'],
    ['empty_balance', {}, 'funds'],
    ['error', { text: 'Your account is inactive', status: 401 }, 'key'],
    ['error', { text: 'error.incorrect_service_id' }, 'service'],
    ['error', { text: 'neworder.error.invalid_link', status: 422 }, 'link'],
    ['error', { text: 'Wartungsarbeiten' }, 'other'],
  ])('rule 5: %s %j is a refusal about %s', async (kind, more, reason) => {
    await fail(kind, { operation: 'add', ...more });
    await expect(add('One1')).resolves.toMatchObject({ outcome: 'refused', reason });
  });

  it.each([
    ['refuse', 1000, 'link'],
    ['samelink', 1000, 'same_link'],
    ['few', 1, 'quantity'],
    ['many', 2_000_000, 'quantity'],
  ])('rule 5: a link with %s of %i is refused about %s, also when errors are keys', async (code, quantity, reason) => {
    await expect(add(`${code}1`, quantity)).resolves.toMatchObject({ outcome: 'refused', reason });
    await fail('error_keys', { operation: 'add' });
    await expect(add(`${code}2`, quantity)).resolves.toMatchObject({ outcome: 'refused', reason });
  });

  it('rule 5: a translated error is an unlisted refusal, returned unchanged', async () => {
    await fail('localised', { operation: 'add' });
    await expect(add('refuse1')).resolves.toEqual({ outcome: 'refused', reason: 'other', text: 'Link inválido' });
  });
});

describe('quirks of reads', () => {
  it.each(['batch_array', 'numbers', 'strings', 'text_html', 'unknown_keys'])(
    'rule 4: a batch with %s is read',
    async (kind) => {
      const [one, other] = [await placed('One1'), await placed('Two2')];
      await fail(kind, { operation: 'status' });
      const answers = await subject.statuses([one, other]);
      for (const id of [one, other]) {
        expect(answers.get(id)).toMatchObject({ outcome: 'known', live: { status: 'Pending', remains: 1000 } });
      }
    },
  );

  it('rule 7: ids that a panel leaves out are absent, the others are there', async () => {
    const one = await placed('One1');
    await fail('skip_bad_ids', { operation: 'status' });
    const answers = await subject.statuses([one, '99']);
    expect([...answers.keys()]).toEqual([one]);
  });

  it.each(['-5', 'Unknown', '12.5'])('rule 8: a remains of %s says nothing', async (text) => {
    const one = await placed('One1');
    await fail('remains', { operation: 'status', text });
    expect((await subject.statuses([one])).get(one)).toMatchObject({ live: { remains: null } });
  });

  it.each(['Inprogress', 'Refunded', 'Fail', 'Something new'])('the open set: %s stays unchanged', async (text) => {
    const one = await placed('One1');
    await fail('status_text', { operation: 'status', text });
    expect((await subject.statuses([one])).get(one)).toMatchObject({ live: { status: text } });
  });

  it.each(['lose', 'lose_before', 'rate', 'error_5xx', 'maintenance', 'html', 'garbage'])(
    'rule 7: %s may be asked again, and the next answer is read',
    async (kind) => {
      const one = await placed('One1');
      await finish(one);
      const refill = await subject.refill(one);
      const id = refill.outcome === 'accepted' ? (refill.refillId ?? '') : '';
      const reads: [string, () => Promise<unknown>][] = [
        ['status', () => subject.statuses([one])],
        ['refill_status', () => subject.refillStatuses([id])],
        ['services', () => subject.services()],
        ['balance', () => subject.balance()],
      ];
      for (const [operation, read] of reads) {
        await fail(kind, { operation });
        await expect(read(), operation).rejects.toMatchObject({ fault: 'unavailable' });
        await expect(read(), operation).resolves.toBeDefined();
      }
    },
  );

  it.each([
    ['unauthenticated', {}, 'answered 401: Unauthenticated'],
    ['error_message', {}, 'Not enough funds'],
    ['errors', { text: 'No access' }, 'No access'],
  ])('%s refuses nothing clearly, and is quoted', async (kind, more, words) => {
    await fail(kind, { ...more, operation: 'balance' });
    await expect(subject.balance()).rejects.toMatchObject({
      fault: 'unavailable',
      message: expect.stringContaining(words),
    });
    await fail(kind, { ...more, operation: 'add' });
    await expect(add('Quoted1')).resolves.toMatchObject({ outcome: 'unknown', text: expect.stringContaining(words) });
  });

  it('D-92: whatever words a panel returns, with any status, an admin reads them', async () => {
    const property = fc
      .asyncProperty(wordyAnswer, async ({ status, body, words }) => {
        await fail('answer', { text: body, status, times: 2 });
        const outcome = await add('Words1');
        const read = await subject.balance().catch(sentenceOf);
        expect(outcome.outcome).toMatch(/^(unknown|refused)$/);
        for (const message of ['text' in outcome ? outcome.text : '', read]) {
          expect(message).toContain(words);
          expect(message).not.toMatch(claimsSilence);
        }
      })
      .beforeEach(() => {
        subject = createSubject();
      });
    await fc.assert(property, { numRuns: 150 });
  });

  it('D-92, rule 10: no answer brings a key, a control character or a long text into a message', async () => {
    const body = fc
      .oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 2000 }), fc.string())
      .chain((text) =>
        fc.constantFrom(text, `${text}panel-key${text}`, JSON.stringify({ error: `panel-key ${text}` })),
      );
    const property = fc
      .asyncProperty(body, fc.constantFrom(200, 401, 422, 503), async (text, status) => {
        await fail('answer', { text, status });
        const outcome = await add('Words1');
        const message = 'text' in outcome ? outcome.text : '';
        expect(message).not.toMatch(/\p{C}/u);
        expect(message).not.toContain('panel-key');
        expect(message.length).toBeLessThan(500);
      })
      .beforeEach(() => {
        subject = createSubject();
      });
    await fc.assert(property, { numRuns: 150 });
  });

  it('D-92: a balance that may be two amounts is none, and returned as it stands', async () => {
    await fail('balance_text', { operation: 'balance', text: '$1.234' });
    await expect(subject.balance()).resolves.toEqual({ balance: null, text: '$1.234', currency: 'USD' });
  });

  it('a balance is read with a comma, with a sign, and within another object', async () => {
    for (const text of ['12,50', '$12.50']) {
      await fail('balance_text', { operation: 'balance', text });
      await expect(subject.balance()).resolves.toEqual({ balance: '12.50', currency: 'USD' });
    }
    await fail('nested', { operation: 'balance' });
    await expect(subject.balance()).resolves.toEqual({ balance: '10000.00000', currency: 'USD' });
  });

  it('an empty balance is one; a wrong key is a refusal', async () => {
    await fail('empty_balance', { operation: 'balance' });
    await expect(subject.balance()).resolves.toEqual({ balance: '0.00000', currency: 'USD' });
    await fail('error', { operation: 'balance', text: 'API key is incorrect', status: 403 });
    await expect(subject.balance()).rejects.toMatchObject({ fault: 'refused' });
  });
});

describe('quirks of refill and cancel', () => {
  it.each(['lose', 'lose_before', 'html', 'garbage', 'error_5xx'])('%s may have been taken', async (kind) => {
    const one = await placed('One1');
    await finish(one);
    for (const [operation, ask] of [
      ['refill', () => subject.refill(one)],
      ['cancel', () => subject.cancel([one])],
    ] as const) {
      await fail(kind, { operation });
      await expect(ask(), operation).rejects.toMatchObject({ fault: 'unknown' });
    }
  });

  it('a refill without an id may have been taken; a service without refills refuses', async () => {
    const one = await placed('One1');
    await finish(one);
    await fail('missing_id', { operation: 'refill' });
    await expect(subject.refill(one)).rejects.toMatchObject({ fault: 'unknown' });
    await setup.control('provider/service', { id: '1001', refill: false });
    await expect(subject.refill(one)).resolves.toMatchObject({ outcome: 'refused', reason: 'refill' });
  });
});
