import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../api.ts';
import { isUnattended, watchInput } from './last-input.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  end = watchInput(document);
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(['pointerdown', 'keydown', 'wheel', 'touchmove'])('%s is a use of the page, for a minute', (input) => {
  vi.advanceTimersByTime(61_000);
  expect(isUnattended(Date.now())).toBe(true);
  document.body.dispatchEvent(new Event(input, { bubbles: true }));
  expect(isUnattended(Date.now())).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(isUnattended(Date.now())).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isUnattended(Date.now())).toBe(true);
});

test('nothing is noted after the end', () => {
  end();
  vi.advanceTimersByTime(61_000);
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  expect(isUnattended(Date.now())).toBe(true);
});

test('D-42: calls of an unattended page are marked, and others are not', async () => {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return Response.json({});
  });
  const api = createApi({ token: () => 'token', isUnattended: () => isUnattended(Date.now()) });
  await api.call('GET /api/admin/verify', {});
  vi.advanceTimersByTime(61_000);
  await api.call('GET /api/admin/verify', {});
  expect(sent.map((headers) => headers.get('x-unattended'))).toEqual([null, '1']);
});
