// A whole public page for tests: the frame with the hydrated island.
import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { PageData } from '../../contract/pages.ts';
import { setTabVisible } from '../testing.tsx';
import { frames, islandOf } from './public-pages.tsx';

export function pageOf(data: PageData, island = islandOf(data)): ReactElement {
  const Frame = frames[data.page];
  if (!Frame) throw new Error(`There is no public page "${data.page}".`);
  return <Frame data={data} island={island} />;
}

/** Before each test: an empty session, a visible tab, and timers that only `wait` advances. */
export function fakeBrowser(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    sessionStorage.clear();
  });
  afterEach(async () => {
    await setTabVisible(true);
    vi.useRealTimers();
    window.history.replaceState(null, '', '/');
  });
}

export function wait(ms: number): Promise<unknown> {
  return act(async () => vi.advanceTimersByTimeAsync(ms));
}
