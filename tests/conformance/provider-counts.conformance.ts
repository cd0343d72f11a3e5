// The counts of an order, part of the conformance suite of providers: in every form that panels return, and by no call but
// the own one.
import { expect, it } from 'vitest';
import type { ProviderStandIn } from './provider-stand-in.conformance.ts';

type Counts = { remains: number | null; startCount: number | null };

/** Each form in the response, and what the store reads. */
const forms: readonly [form: string, returned: { remains?: unknown; startCount?: unknown }, read: Counts][] = [
  ['numbers', { remains: 157, startCount: 3572 }, { remains: 157, startCount: 3572 }],
  ['numbers in strings', { remains: '157', startCount: '3572' }, { remains: 157, startCount: 3572 }],
  ['zeros', { remains: 0, startCount: '0' }, { remains: 0, startCount: 0 }],
  ['missing fields', {}, { remains: null, startCount: null }],
  ['a missing start count', { remains: '157' }, { remains: 157, startCount: null }],
  ['a missing rest', { startCount: 3572 }, { remains: null, startCount: 3572 }],
  ['null', { remains: null, startCount: null }, { remains: null, startCount: null }],
  ['empty strings', { remains: '', startCount: '' }, { remains: null, startCount: null }],
  ['words', { remains: 'Unknown', startCount: 'n/a' }, { remains: null, startCount: null }],
  ['a negative rest', { remains: -5, startCount: 3572 }, { remains: null, startCount: 3572 }],
  ['a negative rest in a string', { remains: '-5', startCount: '3572' }, { remains: null, startCount: 3572 }],
  ['fractions', { remains: 0.5, startCount: '3.5' }, { remains: null, startCount: null }],
];

/** `standIn`: the fake provider of the present test. */
export function countsConform(standIn: () => ProviderStandIn): void {
  it.each(forms)(
    'GEN-9: counts as %s are read alike alone and in a batch (rules 4 and 8)',
    async (_, returned, read) => {
      const { subject, hold, holdCounts } = standIn();
      holdCounts('23501', returned);
      hold('23502', { status: 'Completed', remains: 0, startCount: 12, charge: null });
      const known = { outcome: 'known', live: { ...read, status: 'In progress' } };
      expect((await subject.statuses(['23501'])).get('23501')).toMatchObject(known);
      const batch = await subject.statuses(['23501', '23502']);
      expect(batch.get('23501')).toMatchObject(known);
      expect(batch.get('23502')).toMatchObject({ live: { status: 'Completed', remains: 0, startCount: 12 } });
    },
  );

  it('GEN-9: a response that arrives after that to a later call belongs to its own call', async () => {
    const { subject, holdCounts, overtakeNext } = standIn();
    holdCounts('23501', { remains: 400, startCount: 10 });
    overtakeNext();
    const late = subject.statuses(['23501']);
    await expect.poll(() => standIn().callCount()).toBe(1);
    holdCounts('23501', { remains: 100, startCount: 10 });
    expect((await subject.statuses(['23501'])).get('23501')).toMatchObject({ live: { remains: 100 } });
    expect((await late).get('23501')).toMatchObject({ live: { remains: 400 } });
  });
}
