// The script that runs before the first paint of the home page.
import { beforeEach, expect, test, vi } from 'vitest';

const { dataset } = document.documentElement;
const run = async () => {
  vi.resetModules();
  await import('./entry-recall.tsx');
};

beforeEach(() => {
  sessionStorage.clear();
  delete dataset.recall;
  delete dataset.category;
});

test('A-6: with a remembered choice the picker is hidden until it shows it, or for three seconds', async () => {
  vi.useFakeTimers();
  sessionStorage.setItem('orderInProgress', JSON.stringify({ category: 'Views', quantity: 50_000 }));
  await run();
  expect([dataset.recall, dataset.category]).toEqual(['', 'Views']);
  vi.advanceTimersByTime(3_000);
  expect(dataset.recall).toBeUndefined();
  vi.useRealTimers();
});

test('A-6: without one, or with damaged storage, nothing is hidden', async () => {
  await run();
  expect(dataset.recall).toBeUndefined();
  sessionStorage.setItem('orderInProgress', '{');
  await run();
  expect(dataset.recall).toBeUndefined();
});
