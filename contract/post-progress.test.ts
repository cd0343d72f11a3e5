import { describe, expect, it } from 'vitest';
import { type PostFacts, postProgressOf } from './post-progress.ts';

const link = (changed: Partial<NonNullable<PostFacts['link']>> = {}): PostFacts['link'] => ({
  state: 'sent',
  liveStatus: 'In progress',
  remains: 400,
  quantity: 1_000,
  following: true,
  shortfall: null,
  isRefilling: false,
  ...changed,
});
const of = (changed: Partial<PostFacts> = {}) =>
  postProgressOf({ payment: 'paid', isOver: false, ordered: 1_000, deliveredBefore: 0, link: null, ...changed });
const ended = { liveStatus: 'Partial', following: false } as const;

describe('the state of a post', () => {
  it.each([
    ['waits for the payment', of({ payment: 'unpaid' }), 'unpaid'],
    ['waits while the payment is confirming', of({ payment: 'confirming' }), 'unpaid'],
    ['a closed order delivers nothing', of({ payment: 'declined', isOver: true }), 'stopped'],
    ['can still be paid', of({ payment: 'expired' }), 'unpaid'],
    ['an expired order delivers nothing', of({ payment: 'expired', isOver: true }), 'stopped'],
    ['paid and unsent is next', of(), 'to_send'],
    ['a send that is put off is next', of({ link: link({ state: 'waiting' }) }), 'to_send'],
    ['a refused send is checked', of({ link: link({ state: 'failed' }) }), 'checking'],
    ['a send with a lost answer is starting', of({ link: link({ state: 'unknown' }) }), 'sending'],
    ['sent without a status is starting', of({ link: link({ liveStatus: null, remains: null }) }), 'sending'],
    ['queued at the provider is starting', of({ link: link({ liveStatus: 'Pending' }) }), 'sending'],
    ['running', of({ link: link() }), 'in_progress'],
    ['a first failure is not the end (D-50)', of({ link: link({ liveStatus: 'Error' }) }), 'in_progress'],
    ['completed', of({ link: link({ liveStatus: 'Completed', following: false }) }), 'delivered'],
    ['ended short, undecided', of({ link: link(ended) }), 'missing'],
    ['a refill was requested', of({ link: link({ ...ended, isRefilling: true }) }), 'refilling'],
    ['ended short and followed again', of({ link: link({ liveStatus: 'Partial' }) }), 'refilling'],
    ['refilled', of({ link: link({ ...ended, shortfall: 'refilled' }) }), 'delivered'],
    ['its part was refunded', of({ link: link({ ...ended, shortfall: 'refunded' }) }), 'refunded'],
    ['dismissed', of({ link: link({ ...ended, shortfall: 'dismissed' }) }), 'stopped'],
    ['the whole order was refunded', of({ payment: 'refunded', link: link(ended) }), 'refunded'],
    ['refunded before it was sent', of({ payment: 'refunded' }), 'refunded'],
    ['disputed before it was sent', of({ payment: 'disputed' }), 'stopped'],
    ['unsent and refunded in part', of({ payment: 'partly_refunded', isOver: true }), 'refunded'],
  ])('%s', (_, { state }, expected) => {
    expect(state).toBe(expected);
  });

  it('counts what a replaced link delivered, and never more than was ordered', () => {
    expect(of({ deliveredBefore: 300 })).toMatchObject({ ordered: 1_000, delivered: 300 });
    expect(of({ deliveredBefore: 300, link: link({ quantity: 700 }) })).toMatchObject({ delivered: 600 });
    expect(of({ deliveredBefore: 900, link: link() })).toMatchObject({ delivered: 1_000 });
    expect(of({ deliveredBefore: 300, link: link({ quantity: 700, remains: null }) })).toMatchObject({
      delivered: 300,
    });
  });

  it('has no count until the provider returns one', () => {
    expect(of({ link: link({ remains: null }) })).not.toHaveProperty('delivered');
    expect(of({ link: link({ ...ended, remains: null }) })).toEqual({ state: 'missing', ordered: 1_000 });
  });
});
