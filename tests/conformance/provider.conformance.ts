// The requirements of every provider adapter: one suite, run against a fake provider that the adapter's own test
// provides.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveStatus, PlaceRequest, RefusalReason } from '../../server/modules/providers/provider.ts';
import { countsConform } from './provider-counts.conformance.ts';
import type { ProviderStandIn, ProviderTrouble } from './provider-stand-in.conformance.ts';

const request: PlaceRequest = {
  serviceId: '7',
  link: 'https://www.instagram.com/p/Cx1_aB-9/?img_index=1&x=a%20b+c',
  quantity: 250,
};

const live: LiveStatus = { status: 'In progress', remains: 157, startCount: 3572, charge: '0.27819' };

/** Calls that may have been performed, with every failure that can happen after the request was sent. */
const troubles: readonly ProviderTrouble[] = [
  'lost_answer',
  'slow_answer',
  'reset_mid_body',
  'oversized',
  'html_page',
  'wrong_shape',
  'redirect',
  'server_error',
];

const refusals: readonly RefusalReason[] = [
  ...(['request', 'key', 'service', 'link', 'same_link', 'quantity', 'funds', 'rate', 'other'] as const),
];

/** `start` creates a new fake provider for one test. */
export function providerConforms(adapter: { name: string; start(): Promise<ProviderStandIn> }): void {
  describe(`the provider ${adapter.name}`, () => {
    let setup: ProviderStandIn;
    beforeEach(async () => {
      setup = await adapter.start();
    });
    afterEach(() => setup.stop());
    countsConform(() => setup);

    it('GEN-7: places an order as asked and gives its id as text', async () => {
      await expect(setup.subject.place(request)).resolves.toEqual({
        outcome: 'placed',
        providerOrderId: expect.stringMatching(/.+/),
      });
      expect(setup.placed()).toEqual([request]);
    });

    it('GEN-7: hands on runs and interval where they are given', async () => {
      await setup.subject.place({ ...request, runs: 3, intervalMinutes: 60 });
      expect(setup.placed()).toEqual([{ ...request, runs: 3, intervalMinutes: 60 }]);
    });

    it.each(troubles)(
      'D-17: an order that meets %s may have been placed, and is sent once (rule 1)',
      async (trouble) => {
        setup.meet(trouble);
        await expect(setup.subject.place(request)).resolves.toMatchObject({ outcome: 'unknown' });
        expect(setup.callCount()).toBe(1);
      },
    );

    it('GEN-7: where nobody listens, nothing was placed', async () => {
      await setup.hangUp();
      await expect(setup.subject.place(request)).resolves.toMatchObject({ outcome: 'unreachable' });
      await expect(setup.subject.refill('23501')).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(setup.subject.statuses(['23501'])).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(setup.subject.balance()).rejects.toMatchObject({ fault: 'unavailable' });
    });

    it.each(refusals)('GEN-7: a refusal about %s is returned with its reason and its text (rule 5)', async (reason) => {
      setup.refuse(reason);
      await expect(setup.subject.place(request)).resolves.toEqual({
        outcome: 'refused',
        reason,
        text: expect.stringMatching(/.+/),
      });
      expect(setup.callCount()).toBe(1);
    });

    it.each(troubles)('GEN-9: reads that meet %s may be repeated (rule 7)', async (trouble) => {
      setup.hold('23501', live);
      setup.meet(trouble);
      const unavailable = { name: 'ExternalError', fault: 'unavailable' };
      await expect(setup.subject.statuses(['23501'])).rejects.toMatchObject(unavailable);
      await expect(setup.subject.statuses(['23501', '23502'])).rejects.toMatchObject(unavailable);
      await expect(setup.subject.balance()).rejects.toMatchObject(unavailable);
    });

    it.each(troubles)('GEN-10: a refill that meets %s may have been taken', async (trouble) => {
      setup.meet(trouble);
      await expect(setup.subject.refill('23501')).rejects.toMatchObject({ name: 'ExternalError', fault: 'unknown' });
      expect(setup.callCount()).toBe(1);
    });

    it('a wrong key is refused to reads, and too many calls are not', async () => {
      setup.refuse('key');
      await expect(setup.subject.statuses(['23501'])).rejects.toMatchObject({ fault: 'refused' });
      await expect(setup.subject.statuses(['23501', '23502'])).rejects.toMatchObject({ fault: 'refused' });
      await expect(setup.subject.balance()).rejects.toMatchObject({ fault: 'refused' });
      setup.refuse('rate');
      await expect(setup.subject.statuses(['23501'])).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(setup.subject.statuses(['23501', '23502'])).rejects.toMatchObject({ fault: 'unavailable' });
      await expect(setup.subject.balance()).rejects.toMatchObject({ fault: 'unavailable' });
    });

    it('GEN-9: returns the status of one order', async () => {
      setup.hold('23501', live);
      await expect(setup.subject.statuses(['23501'])).resolves.toEqual(
        new Map([['23501', { outcome: 'known', live }]]),
      );
    });

    it('GEN-9: returns a batch in one call, each id once, with the error of a single id (rule 7)', async () => {
      setup.hold('23501', live);
      setup.hold('23502', { ...live, remains: 0, status: 'Completed' });
      const answers = await setup.subject.statuses(['23501', '23502', '9', '23501']);
      expect(answers.get('23501')).toEqual({ outcome: 'known', live });
      expect(answers.get('23502')).toMatchObject({ outcome: 'known', live: { status: 'Completed', remains: 0 } });
      expect(answers.get('9')).toMatchObject({ outcome: 'refused', reason: 'order' });
      expect(setup.callCount()).toBe(1);
    });

    it('GEN-9: an unknown order is an answer about that order, also alone', async () => {
      const answers = await setup.subject.statuses(['9']);
      expect(answers.get('9')).toMatchObject({ outcome: 'refused', reason: 'order' });
    });

    it('asks nothing about no order, and never about more than 100', async () => {
      await expect(setup.subject.statuses([])).resolves.toEqual(new Map());
      const many = Array.from({ length: 101 }, (_, at) => String(at + 1));
      await expect(setup.subject.statuses(many)).rejects.toMatchObject({ fault: 'refused' });
      expect(setup.callCount()).toBe(0);
      await expect(setup.subject.statuses(many.slice(1))).resolves.toHaveProperty('size', 100);
      expect(setup.callCount()).toBe(1);
    });

    it('GEN-10: asks for a refill and gives its id', async () => {
      setup.hold('23501', live);
      await expect(setup.subject.refill('23501')).resolves.toEqual({
        outcome: 'accepted',
        refillId: expect.stringMatching(/.+/),
      });
    });

    it('GEN-10: a refused refill is returned with its reason', async () => {
      setup.refuse('refill');
      await expect(setup.subject.refill('23501')).resolves.toMatchObject({ outcome: 'refused', reason: 'refill' });
    });

    it('requests refills of several orders in one call, and returns a result for each', async () => {
      setup.hold('23501', live);
      const outcomes = await setup.subject.refills(['23501', '9', '23501']);
      expect(outcomes.get('23501')).toEqual({ outcome: 'accepted', refillId: expect.stringMatching(/.+/) });
      expect(outcomes.get('9')).toMatchObject({ outcome: 'refused', reason: 'order' });
      expect(setup.callCount()).toBe(1);
    });

    it('returns the status of one refill or many, with the error of a single one', async () => {
      await expect(setup.subject.refillStatuses(['3'])).resolves.toEqual(
        new Map([['3', { outcome: 'known', status: 'Completed' }]]),
      );
      const answers = await setup.subject.refillStatuses(['3', '9']);
      expect(answers.get('3')).toEqual({ outcome: 'known', status: 'In progress' });
      expect(answers.get('9')).toMatchObject({ outcome: 'refused', reason: 'refill' });
      const alone = await setup.subject.refillStatuses(['9']);
      expect(alone.get('9')).toMatchObject({ outcome: 'refused', reason: 'refill' });
      expect(setup.callCount()).toBe(3);
    });

    it('rule 9: requests cancellation, and returns a result for each order', async () => {
      setup.hold('23501', live);
      const outcomes = await setup.subject.cancel(['23501', '9']);
      expect(outcomes.get('23501')).toEqual({ outcome: 'accepted' });
      expect(outcomes.get('9')).toMatchObject({ outcome: 'refused', reason: 'order' });
      expect(setup.callCount()).toBe(1);
    });

    it.each(troubles)('a request about several orders that meets %s may have been taken', async (trouble) => {
      setup.meet(trouble);
      // An invalid response proves nothing about any of them.
      const taken = trouble === 'wrong_shape' ? { size: 0 } : null;
      for (const operation of [setup.subject.refills, setup.subject.cancel]) {
        const pending = operation(['23501', '23502']);
        if (taken) await expect(pending).resolves.toMatchObject(taken);
        else await expect(pending).rejects.toMatchObject({ name: 'ExternalError', fault: 'unknown' });
      }
      expect(setup.callCount()).toBe(2);
    });

    it('never asks about nothing, nor about more than 100', async () => {
      const { refills, cancel, refillStatuses } = setup.subject;
      const many = Array.from({ length: 101 }, (_, at) => String(at + 1));
      for (const operation of [refills, cancel, refillStatuses]) {
        await expect(operation([])).resolves.toEqual(new Map());
        await expect(operation(many)).rejects.toMatchObject({ fault: 'refused' });
      }
      expect(setup.callCount()).toBe(0);
    });

    it('returns the services on offer; a missing field is null', async () => {
      await expect(setup.subject.services()).resolves.toMatchObject([
        { serviceId: '1', name: 'Likes', ratePerThousand: '0.90', min: 50, max: 10_000, refill: null },
        { serviceId: '2', name: 'Views', ratePerThousand: '1.5', refill: true, cancel: false },
      ]);
    });

    it.each(troubles)('the services and the state of a refill that meet %s may be asked again', async (trouble) => {
      setup.meet(trouble);
      const unavailable = { name: 'ExternalError', fault: 'unavailable' };
      await expect(setup.subject.services()).rejects.toMatchObject(unavailable);
      await expect(setup.subject.refillStatuses(['3'])).rejects.toMatchObject(unavailable);
    });

    it('A-71: a call tried by hand is answered as it came, good or bad', async () => {
      await expect(setup.subject.tryCall('balance', {})).resolves.toEqual({
        outcome: 'answered',
        httpStatus: 200,
        text: '',
        // The JSON of the provider as it came: its shape differs by kind.
        data: expect.anything(),
      });
      setup.refuse('key');
      await expect(setup.subject.tryCall('balance', {})).resolves.toEqual({
        outcome: 'refused',
        httpStatus: expect.any(Number),
        data: null,
        text: expect.stringMatching(/.+/),
      });
      setup.meet('server_error');
      await expect(setup.subject.tryCall('balance', {})).resolves.toMatchObject({ outcome: 'lost', httpStatus: 502 });
      await setup.hangUp();
      await expect(setup.subject.tryCall('balance', {})).resolves.toMatchObject({
        outcome: 'not_sent',
        httpStatus: null,
      });
    });

    it.each(troubles)('rule 10: the key is in no result of a test call on %s', async (trouble) => {
      setup.meet(trouble);
      const texts = JSON.stringify(await setup.subject.tryCall('status', { order: '1' })) + setup.logged();
      for (const secret of setup.secrets) expect(texts).not.toContain(secret);
    });

    it('returns the balance of the operator', async () => {
      await expect(setup.subject.balance()).resolves.toEqual({ balance: '100.84292', currency: 'USD' });
    });

    it.each(troubles)('rule 10: the key is in no message and no log on %s', async (trouble) => {
      setup.meet(trouble);
      const texts = [
        JSON.stringify(await setup.subject.place(request)),
        await setup.subject.balance().then(() => 'fine', String),
        setup.logged(),
      ].join();
      for (const secret of setup.secrets) expect(texts).not.toContain(secret);
    });

    it.each(refusals)('rule 10: the key is in no message and no log on a refusal about %s', async (reason) => {
      setup.refuse(reason);
      const texts = JSON.stringify(await setup.subject.place(request)) + setup.logged();
      for (const secret of setup.secrets) expect(texts).not.toContain(secret);
    });
  });
}
