// The source of the visit in the tab and in links.
import { beforeEach, expect, test, vi } from 'vitest';
import { noPrivacySignals, privacySignals } from '../testing-privacy-signals.ts';
import { followLanguage } from './language-memory.ts';
import { keepSource } from './visit-source.ts';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const open = (path: string, referrer = '') => {
  window.history.replaceState(null, '', path);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  keepSource();
};
const kept = () => JSON.parse(sessionStorage.getItem('orderInProgress') ?? '{}');

test('D-94: the first page of the visit counts, beside what is in the order already', () => {
  sessionStorage.setItem('orderInProgress', '{"category":"Views"}');
  open('/about?utm_source=a&gclid=secret&ref=b&x=1', 'https://www.search.example/?q=secret');
  const source = { tags: 'utm_source=a&ref=b', referrer_host: 'www.search.example', landing: '/about' };
  expect(kept()).toEqual({ category: 'Views', source });
  open('/?utm_source=later');
  expect(kept().source).toEqual(source);
});

test.each(['/success?orderId=A&utm_source=a', '/pt/success', '/checkout?orderId=A'])(
  'D-94: %s writes none: a payment leads back to it',
  (path) => {
    open(path, 'https://gateway.example/');
    expect(sessionStorage.length).toBe(0);
  },
);

test.each(privacySignals)('D-29, D-94: with %j nothing is stored', (signal) => {
  vi.stubGlobal('navigator', signal);
  open('/?utm_source=a');
  expect(sessionStorage.length).toBe(0);
});

test.each(noPrivacySignals)('D-29, D-94: with %j the source is stored', (signal) => {
  vi.stubGlobal('navigator', signal);
  open('/?utm_source=a');
  expect(kept().source).toMatchObject({ tags: 'utm_source=a' });
});

test('D-94: tags of any length stay short', () => {
  open(`/?utm_source=a&utm_x=${'x'.repeat(20_000)}`);
  expect(kept().source.tags).toMatch(/^utm_source=a&utm_x=x+$/);
  expect(kept().source.tags).toHaveLength(999);
});

test.each(['null', '7', '[', '"x"'])('damaged storage (%s) does no harm', (damaged) => {
  sessionStorage.setItem('orderInProgress', damaged);
  expect(() => open('/?utm_source=a')).not.toThrow();
});

test('D-94: links to pages of the shop carry the tags of the address', () => {
  document.body.innerHTML =
    '<a id="in" href="/checkout">x</a><a id="query" href="/contact?order=A">x</a>' +
    '<a id="out" href="https://other.example/">x</a><a id="mail" href="mailto:a@b.co">x</a>';
  followLanguage(document);
  open('/?utm_source=a%20b&fbclid=secret');
  const href = (id: string) => {
    const link = document.getElementById(id) as HTMLAnchorElement;
    for (let twice = 0; twice < 2; twice += 1) link.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    return link.getAttribute('href');
  };
  expect(new URL(href('in') ?? '', location.href).search).toBe('?utm_source=a%20b');
  expect([href('query'), href('out'), href('mail')]).toEqual([
    '/contact?order=A',
    'https://other.example/',
    'mailto:a@b.co',
  ]);
});
