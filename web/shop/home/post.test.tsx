import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { messages } from '../../../contract/messages.ts';
import { noPostTexts } from '../../../contract/refusal-reasons.ts';
import { click, draw, pageData, type } from '../../testing.tsx';
import { readOrder } from '../in-progress-order.ts';
import { pageOf } from '../testing.tsx';
import { textsOf } from '../texts/catalogue.ts';

const open = () => draw(pageOf(pageData('home')));
type Home = ReturnType<typeof open>;
const field = (home: Home) => home.one<HTMLInputElement>('.paste input');
const help = (home: Home) => home.one('#post-link-help').textContent;
const blur = (input: Element) => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const kept = () => readOrder(defaultPriceList);
const link = 'https://www.instagram.com/p/C8xAbCdEfGh/';

/** The focus loads the part on demand. */
async function use(home: Home): Promise<void> {
  await act(async () => field(home).dispatchEvent(new FocusEvent('focusin', { bubbles: true })));
  await loaded(home);
}

/** Its texts come with the document of the checkout; null is a page without a connection. */
function online(page: string | null): void {
  vi.stubGlobal('fetch', async () => {
    if (page === null) throw new TypeError('Failed to fetch');
    return new Response(page);
  });
}

async function loaded(home: Home): Promise<void> {
  const isThere = () => home.all('.paste-chip').length > 0;
  for (let rounds = 0; rounds < 100 && !isThere(); rounds += 1)
    await act(async () => new Promise((done) => setTimeout(done, 10)));
}

async function paste(home: Home, text: string): Promise<boolean> {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), {
    clipboardData: { getData: () => text },
  });
  return act(async () => field(home).dispatchEvent(event));
}

beforeEach(() => {
  sessionStorage.clear();
  const data = { island: { words: { texts: textsOf('en').checkout.island } } };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  online(`<script type="application/json" id="page-data">${json}</script>`);
});
afterEach(() => void vi.unstubAllGlobals());

describe('the link of the post', () => {
  it('HOME-17: is carried to the checkout with the choice', async () => {
    const home = open();
    await type(field(home), link);
    await click(home.button(/^10,000 /));
    expect(kept()).toMatchObject({ category: 'Likes', quantity: 10_000, posts: [link] });
    expect(field(open()).value).toBe(link);
  });

  it('replaces the first link of the checkout only', async () => {
    sessionStorage.setItem('orderInProgress', JSON.stringify({ email: 'a@b.c', posts: ['old', 'second'] }));
    const home = open();
    expect(field(home).value).toBe('old');
    await type(field(home), link);
    expect(kept()).toMatchObject({ email: 'a@b.c', posts: [link, 'second'] });
  });

  it('is kept as typed where the part on demand cannot be loaded', async () => {
    online(null);
    const home = open();
    await type(field(home), `Look at this! ${link}`);
    await use(home);
    expect(home.all('.paste button')).toEqual([]);
    expect(kept().posts).toEqual([`Look at this! ${link}`]);
  });
});

describe('the chip of the link, on demand', () => {
  const reel = 'https://www.instagram.com/reel/DAfXiNinAXB/';

  it('CHK-20: a pasted text becomes the chip of its first link, in a specified form', async () => {
    const home = open();
    await use(home);
    expect(await paste(home, `Look 🔥 http://m.instagram.com/p/C8xAbCdEfGh?igsh=x`)).toBe(false);
    expect([field(home).value, kept().posts]).toEqual([link, [link]]);
    expect(help(home)).toContain('Post · C8xAbCdEfGh');
    expect(help(home)).toContain('Removed from the link: igsh');
    await click(home.button('Change Post URL'));
    expect(document.activeElement).toBe(field(home));
    expect(home.all('.paste button')).toEqual([]);
  });

  it('CHK-6: several links are several posts of the checkout', async () => {
    const home = open();
    await use(home);
    await paste(home, `${link}\n${reel}`);
    expect(kept().posts).toEqual([link, reel]);
    expect(home.all('.paste li').map(({ textContent }) => textContent)).toEqual(['Reel · DAfXiNinAXB']);
    expect(help(home)).toContain('2 links added.');
  });

  it('CHK-6: several links that are pasted before it is loaded stay apart', async () => {
    const home = open();
    expect(await paste(home, `www.instagram.com/p/C8xAbCdEfGh\n${reel}`)).toBe(false);
    expect(kept().posts).toEqual([`www.instagram.com/p/C8xAbCdEfGh ${reel}`]);
    await use(home);
    await expect.poll(() => kept().posts).toEqual([link, reel]);
    expect(field(home).value).toBe(link);
  });

  it('is not put over a link that is still being typed', async () => {
    const home = open();
    await type(field(home), 'www.instagram.com/p/C8x');
    await act(async () => field(home).focus());
    await loaded(home);
    await type(field(home), 'www.instagram.com/p/C8xA');
    expect([field(home).value, home.all('.paste button')]).toEqual(['www.instagram.com/p/C8xA', []]);
  });

  it('A-17: a link of another site is marked when the field is left, until it is one of Instagram', async () => {
    const home = open();
    await use(home);
    for (const text of ['h', 'https:/']) await type(field(home), text);
    expect(field(home).getAttribute('aria-invalid')).toBe('false');
    await type(field(home), 'https://example.com/p/1/');
    await blur(field(home));
    expect(field(home).getAttribute('aria-invalid')).toBe('true');
    expect(help(home)).toContain(messages.linkHelp);
    await paste(home, link);
    expect(field(home).getAttribute('aria-invalid')).toBe('false');
    expect(help(home)).not.toContain(messages.linkHelp);
  });

  it('A-11: a profile gets advice, and a chip after "Use anyway"', async () => {
    const home = open();
    await use(home);
    await paste(home, 'https://www.instagram.com/ana.souza?igsh=1');
    expect(help(home)).toContain('It opens a profile.');
    await click(home.button('Use anyway'));
    expect(help(home)).toContain('Profile · ana.souza');
    expect(kept().accepted).toEqual(['https://www.instagram.com/ana.souza']);
    const later = open();
    await loaded(later);
    expect(help(later)).toContain('Profile · ana.souza');
  });

  it('D-51: a profile, and what can never be a post, hold the way to the checkout; Home shows why', async () => {
    const home = open();
    await use(home);
    const proceed = async () => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true });
      await act(async () => home.one('.go a').dispatchEvent(event));
      await act(async () => new Promise((done) => setTimeout(done)));
      return event.defaultPrevented;
    };
    await paste(home, 'https://www.instagram.com/ana.souza/');
    expect(await proceed()).toBe(true);
    expect(document.activeElement).toBe(field(home));
    expect(help(home)).toContain('It opens a profile.');
    await click(home.button('Use anyway'));
    expect(await proceed()).toBe(false);
    await paste(home, 'https://www.instagram.com/explore/tags/sun/');
    expect(await proceed()).toBe(true);
    expect(help(home)).toContain(noPostTexts.explore);
    await paste(home, 'https://www.instagram.com/share/BAxYz12345');
    expect(await proceed()).toBe(false);
    await type(field(home), '');
    expect(await proceed()).toBe(false);
  });

  it('HOME-17: a kept link is a chip at once, and after "back" it is the one of the checkout', async () => {
    sessionStorage.setItem('orderInProgress', JSON.stringify({ posts: [link] }));
    const home = open();
    await loaded(home);
    await expect.poll(() => help(home)).toContain('Post · C8xAbCdEfGh');
    sessionStorage.setItem('orderInProgress', JSON.stringify({ posts: [reel] }));
    await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(field(home).value).toBe(reel);
    expect(help(home)).toContain('Reel · DAfXiNinAXB');
  });
});

describe('the counter', () => {
  afterEach(() => void vi.useRealTimers());
  const counter = (home: Home) => Number(home.one('.count b').textContent?.replace(',', ''));

  it('rolls to the chosen number', async () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
    const home = open();
    expect(counter(home)).toBe(500);
    await click(home.button(/^10,000 /));
    await act(async () => vi.advanceTimersByTime(60));
    expect(counter(home)).toBeGreaterThan(500);
    expect(counter(home)).toBeLessThan(10_000);
    await act(async () => vi.advanceTimersByTime(200));
    expect(counter(home)).toBe(10_000);
  });

  it('does not roll for those who want no motion, nor to a remembered choice', async () => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
    sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Likes', quantity: 10_000 }));
    const home = open();
    expect(counter(home)).toBe(10_000);
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    await click(home.button(/^20,000 /));
    expect(counter(home)).toBe(20_000);
    vi.unstubAllGlobals();
  });
});
