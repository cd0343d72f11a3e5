import { describe, expect, it } from 'vitest';
import { matchDeliveries } from './match-deliveries.ts';

const a = 'https://www.instagram.com/p/aaa/';
const b = 'https://www.instagram.com/p/bbb/';

describe('matchDeliveries', () => {
  it('STATE-15: gives each link its provider order, whatever their order', () => {
    const deliveries = [{ post_link: b }, { post_link: a }];
    expect(matchDeliveries([a, b], deliveries)).toEqual([{ post_link: a }, { post_link: b }]);
  });

  it('knows the same post in another spelling', () => {
    const delivery = { post_link: 'instagram.com/p/aaa/?igsh=1' };
    expect(matchDeliveries([b, a], [delivery])).toEqual([null, delivery]);
  });

  it('takes a provider order for one link only', () => {
    const delivery = { post_link: a };
    expect(matchDeliveries([a, a], [delivery])).toEqual([delivery, null]);
  });
});
