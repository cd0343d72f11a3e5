import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import { setTabVisible } from '../../testing.tsx';
import { fakeBrowser, wait } from '../testing.tsx';
import { live, open, order, search, sent } from './testing.tsx';

fakeBrowser();

describe('the live status', () => {
  it('STATE-13, A-46: is looked up at once and every 60 s', async () => {
    const { find, looks, to } = open();
    await find('me@example.com');
    expect(looks()).toBe(1);
    expect(to(live)[0]?.input).toEqual({ params: { providerId: '23501' } });
    await wait(59_999);
    expect(looks()).toBe(1);
    await wait(1);
    expect(looks()).toBe(2);
  });

  it.each(['Completed', 'Partial', 'Canceled', 'cancelled', 'Refunded'])(
    'STATE-14, A-42: stops at %s',
    async (status) => {
      const { find, looks } = open({ [live]: () => ({ status, remains: 0 }) });
      await find('me@example.com');
      await wait(300_000);
      expect(looks()).toBe(1);
    },
  );

  it('STATE-14: what is final already is never looked up', async () => {
    const { find, looks } = open({ [search]: () => [order({ api_orders: [sent({ live_status: 'Completed' })] })] });
    await find('me@example.com');
    await wait(120_000);
    expect(looks()).toBe(0);
  });

  it('a failing look-up leaves the last known status and is tried again', async () => {
    const { find, looks, text } = open({
      [live]: () => {
        throw new ApiError(502, {});
      },
    });
    await find('me@example.com');
    expect(text()).toContain('Remaining: 1,500');
    await wait(60_000);
    expect(looks()).toBe(2);
  });

  it('pauses in a hidden tab', async () => {
    const { find, looks } = open();
    await find('me@example.com');
    await setTabVisible(false);
    await wait(600_000);
    expect(looks()).toBe(1);
    await setTabVisible(true);
    await wait(0);
    expect(looks()).toBe(2);
  });
});

describe('a link that opens no post', () => {
  const links = ['https://www.instagram.com/some.user/', 'https://www.instagram.com/share/BAxYz12345'];
  const opens = [
    { kind: 'profile', name: 'some.user' },
    { kind: 'share', name: '' },
  ];
  const shown = async (change: object) => {
    const { find, all } = open({ [search]: () => [order({ api_orders: [], post_links: links, ...change })] });
    await find('me@example.com');
    return all('article li').map(({ textContent }) => textContent);
  };

  it('D-51: is shown as what it is, and that the buyer chose it', async () => {
    expect(await shown({ opens })).toEqual([
      expect.stringMatching(/^Profile · some\.user.*Not a post\. This link was chosen anyway\.$/),
      expect.stringMatching(/^Shared link(?!.*chosen)/),
    ]);
  });

  it('D-35: has no account without proof', async () => {
    const [closed] = await shown({ post_links: ['instagram.com/…'], opens: [{ kind: 'profile', name: '' }] });
    expect(closed).toMatch(/^Profile(?! ·).*This link was chosen anyway\.$/);
  });

  it('an older server names none: the address stands alone', async () => {
    expect((await shown({}))[0]).toMatch(/^instagram\.com\/some\.user\//);
  });
});
