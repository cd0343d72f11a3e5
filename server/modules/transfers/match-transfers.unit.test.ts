import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildReference, isReference } from '../../../contract/transfer-reference.ts';
import { type AwaitedTransfer, listIssues, matchLines } from './match-transfers.ts';

const awaited = (given: Partial<AwaitedTransfer> = {}): AwaitedTransfer => ({
  orderId: 'A',
  number: 1,
  reference: buildReference([8, 9, 10, 11, 12, 13, 14]),
  dueCents: 3000,
  dueCurrency: 'USD',
  openedOn: '2026-03-10',
  expiresOn: '2026-03-13',
  isOpen: true,
  paid: 'no',
  isClosedOrder: false,
  isDeleted: false,
  ...given,
});
const line = (given: object = {}) => ({
  day: '2026-03-11',
  amountCents: 3000,
  currency: 'USD' as const,
  text: 'TRANSFER',
  ...given,
});

describe('D-101: a line of a bank', () => {
  const transfer = awaited();
  test.each([
    ['has the reference', line({ text: `pix ${transfer.reference.toLowerCase()} x` }), 'reference', []],
    ['has the amount and a fitting day', line(), 'amount', []],
    ['has the reference and less money', line({ text: transfer.reference, amountCents: 2999 }), 'reference', ['short']],
    ['has the reference and more money', line({ text: transfer.reference, amountCents: 3001 }), 'reference', ['over']],
    ['has the reference and comes later', line({ text: transfer.reference, day: '2026-04-01' }), 'reference', ['late']],
    [
      'has the reference and other money',
      line({ text: transfer.reference, currency: 'BRL' }),
      'reference',
      ['currency'],
    ],
    ['is booked on the day after', line({ day: '2026-03-16' }), 'amount', ['late']],
  ])('%s', (_, given, by, issues) => {
    expect(matchLines([given], [transfer])).toMatchObject([{ by, issues, others: 0 }]);
  });

  test.each([
    ['another amount', line({ amountCents: 2999 })],
    ['another currency', line({ currency: 'BRL' })],
    ['a day before', line({ day: '2026-03-08' })],
    ['a day long after', line({ day: '2026-03-17' })],
  ])('with %s and no reference is not proposed', (_, given) => {
    expect(matchLines([given], [transfer])).toEqual([]);
  });

  test('of an order that is paid is the recorded payment or a second one', () => {
    const named = line({ text: transfer.reference });
    expect(listIssues(named, awaited({ paid: 'recorded', isOpen: false }))).toEqual(['recorded']);
    expect(listIssues(named, awaited({ paid: 'otherwise', isOpen: false }))).toEqual(['second']);
    expect(listIssues(named, awaited({ isClosedOrder: true, isOpen: false }))).toEqual(['late']);
    expect(matchLines([line()], [awaited({ paid: 'recorded', isOpen: false })])).toEqual([]);
  });

  test('that fits several orders names the one that has waited longest, and how many others there are', () => {
    const others = [
      awaited({ orderId: 'B', reference: buildReference([1, 9, 10, 11, 12, 13, 14]), openedOn: '2026-03-09' }),
      transfer,
    ];
    expect(matchLines([line(), line(), line()], others)).toMatchObject([
      { transfer: { orderId: 'B' }, others: 1 },
      { transfer: { orderId: 'A' }, others: 0 },
    ]);
  });
});

test('D-101: whatever the file, a line has one match at most, references win, and amounts are never guessed', () => {
  const day = fc
    .integer({ min: 0, max: 20 })
    .map((days) => new Date(Date.UTC(2026, 2, 1 + days)).toISOString().slice(0, 10));
  const cents = fc.constantFrom(3000, 3000, 4500, 2999);
  const currency = fc.constantFrom('USD' as const, 'USD' as const, 'BRL' as const);
  const transfer = fc
    .record({
      reference: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }).map(buildReference).filter(isReference),
      dueCents: cents,
      dueCurrency: currency,
      openedOn: day,
      isOpen: fc.boolean(),
      paid: fc.constantFrom('no' as const, 'no' as const, 'recorded' as const, 'otherwise' as const),
      isClosedOrder: fc.boolean(),
    })
    .map((given) => awaited({ ...given, orderId: given.reference, expiresOn: given.openedOn }));
  const transfers = fc.uniqueArray(transfer, { selector: ({ reference }) => reference, maxLength: 8 });
  const file = transfers.chain((known) =>
    fc.record({
      known: fc.constant(known),
      lines: fc.array(
        fc.record({
          day,
          amountCents: cents,
          currency,
          text: fc.constantFrom('', 'salary', ...known.map(({ reference }) => `ref ${reference}`)),
        }),
        { maxLength: 12 },
      ),
    }),
  );
  fc.assert(
    fc.property(file, ({ known, lines }) => {
      const matches = matchLines(lines, known);
      expect(new Set(matches.map((match) => match.line)).size).toBe(matches.length);
      const byAmount = matches.filter(({ by }) => by === 'amount');
      expect(new Set(byAmount.map((match) => match.transfer.reference)).size).toBe(byAmount.length);
      for (const match of byAmount) {
        expect(match.line).toMatchObject({
          amountCents: match.transfer.dueCents,
          currency: match.transfer.dueCurrency,
        });
        expect(match.transfer).toMatchObject({ isOpen: true, paid: 'no' });
        expect(lines.some(({ text }) => text.includes(match.transfer.reference))).toBe(false);
      }
      for (const one of lines) {
        const named = known.find(({ reference }) => one.text.includes(reference));
        const match = matches.find((found) => found.line === one);
        if (named) expect(match).toMatchObject({ by: 'reference', transfer: named });
      }
    }),
    { numRuns: 500 },
  );
});
