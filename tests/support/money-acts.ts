// Acts of a random history of money: what buyers, the gateway, an admin and bad luck do to one of its orders. Each can be
// done at any time; one that makes no sense then does nothing.
import fc from 'fast-check';

export type Fault = { kind: 'busy' | 'lose' | 'lose_before' | 'stale'; operation: string };
export type Share = 'a cent' | 'a part' | 'all' | 'too much';

export type Deed =
  | { does: 'open' | 'sweep' | 'expire' | 'deliver' | 'lie' | 'forge' | 'vouch' | 'charge back' | 'charge again' }
  | { does: 'return'; times: number }
  | {
      does: 'pay';
      /** Of which gateway order, counted from the newest. */
      form: number;
      card: 'good' | 'declined' | 'unknown';
      charge: 'right' | 'a cent' | 'euros';
      doubt: string;
    }
  | { does: 'finish'; outcome: 'approved' | 'declined' }
  | { does: 'notify'; times: number }
  | { does: 'wait'; minutes: number }
  | { does: 'mangle'; kind: 'drop_notice' | 'duplicate_notice' | 'reorder_notices' | 'wrong_secret' }
  | { does: 'give back'; share: Share; again: boolean; payment: number | null; result: string }
  | { does: 'give back outside'; share: Share };

export type Act = Deed & {
  order: number;
  /** Asked of the process that may be killed: before its n-th step, or its database goes away then. */
  harm: { beforeStep: number; kind: 'dies' | 'loses its database' } | null;
  fault: Fault | null;
};

const often = <T>(usual: T, ...rare: T[]) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: fc.constantFrom(...rare), weight: 1 });
const share = fc.constantFrom<Share>('a cent', 'a part', 'all', 'too much');
const of = <const D extends string>(...does: D[]) => fc.record({ does: fc.constantFrom(...does) });

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: of('open') },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      form: fc.nat(2),
      card: often('good', 'declined', 'unknown') as fc.Arbitrary<'good'>,
      charge: often('right', 'a cent', 'euros') as fc.Arbitrary<'right'>,
      doubt: often('', 'PENDING', 'UNKNOWN'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('return' as const), times: often(1, 2, 4) }) },
  { weight: 3, arbitrary: of('deliver', 'sweep') },
  { weight: 1, arbitrary: of('lie', 'forge', 'vouch', 'charge back', 'charge again', 'expire') },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('notify' as const), times: often(1, 10) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.constantFrom(1, 31, 1500) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('mangle' as const),
      kind: fc.constantFrom('drop_notice', 'duplicate_notice', 'reorder_notices', 'wrong_secret'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('finish' as const), outcome: fc.constantFrom('approved', 'declined') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('give back' as const),
      share,
      again: fc.boolean(),
      payment: often<number | null>(null, 1, 2),
      result: often('', 'FAILURE', 'PENDING', 'UNKNOWN'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('give back outside' as const), share }) },
);

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 2 }, { arbitrary, weight: 1 });
const harm = rarely(
  fc.record({
    beforeStep: fc.integer({ min: 1, max: 25 }),
    kind: fc.constantFrom<'dies' | 'loses its database'>('dies', 'loses its database'),
  }),
);
const fault = rarely(
  fc.record({
    kind: fc.constantFrom<Fault['kind']>('busy', 'lose', 'lose_before', 'stale'),
    operation: fc.constantFrom('session', 'retrieve', 'refund', 'retrieve_transaction'),
  }),
);

const act: fc.Arbitrary<Act> = fc
  .tuple(deed, often(0, 1), harm, fault)
  .map(([done, order, harmed, faulty]) => ({ ...done, order, harm: harmed, fault: faulty }));

// Most payments go well; what is worth telling comes after.
const paying: Deed = { does: 'pay', form: 0, card: 'good', charge: 'right', doubt: '' };
const usual = { order: 0, harm: null, fault: null };
const lost: Fault = { kind: 'lose', operation: 'session' };
const beginnings: Act[][] = [
  [],
  [{ ...usual, does: 'open' }],
  [
    { ...usual, does: 'open' },
    { ...usual, ...paying },
  ],
  [
    { ...usual, does: 'open' },
    { ...usual, ...paying },
    { ...usual, does: 'return', times: 1 },
  ],
  [
    { ...usual, does: 'open' },
    { ...usual, does: 'wait', minutes: 31 },
    { ...usual, does: 'open' },
    { ...usual, ...paying },
  ],
  // Two forms, both paid.
  [
    { ...usual, does: 'open', fault: lost },
    { ...usual, does: 'open' },
    { ...usual, ...paying },
    { ...usual, does: 'return', times: 1 },
    { ...usual, ...paying, form: 1 },
  ],
];

/** A history of one or two orders. */
export const history: fc.Arbitrary<Act[]> = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(act, { minLength: 1, maxLength: 20, size: 'max' }))
  .map(([first, then]) => [...first, ...then]);
