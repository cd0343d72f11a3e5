import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultPriceList } from '../../../contract/default-prices.ts';
import { messages } from '../../../contract/messages.ts';
import { click, draw, pageData, type } from '../../testing.tsx';
import { readOrder } from '../in-progress-order.ts';
import { pageOf } from '../testing.tsx';

const open = () => draw(pageOf(pageData('home')));
type Home = ReturnType<typeof open>;
const field = (home: Home) => home.one<HTMLInputElement>('.paste input');
const blur = (input: Element) => act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const kept = () => readOrder(defaultPriceList);
const link = 'https://www.instagram.com/p/C8xAbCdEfGh/';

beforeEach(() => sessionStorage.clear());

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

  it('a link of another site is marked when the field is left, until it is one of Instagram', async () => {
    const home = open();
    const help = () => home.one('#post-link-help').textContent;
    await type(field(home), 'https://example.com/p/1/');
    expect(field(home).getAttribute('aria-invalid')).toBe('false');
    expect(help()).toBe('Up to 5 posts can share this quantity');
    await blur(field(home));
    expect(field(home).getAttribute('aria-invalid')).toBe('true');
    expect(help()).toBe(messages.linkHelp);
    await type(field(home), `Look at this! ${link}`);
    await blur(field(home));
    expect(field(home).getAttribute('aria-invalid')).toBe('false');
    await type(field(home), '');
    await blur(field(home));
    expect(field(home).getAttribute('aria-invalid')).toBe('false');
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
