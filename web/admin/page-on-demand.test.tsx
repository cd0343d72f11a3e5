import { act, Suspense } from 'react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { pageOnDemand, partOnDemand, preloadPages } from './page-on-demand.tsx';
import { button, click, hasButton, settle, show, text } from './testing.tsx';
import './texts/en.ts?pages';
import './texts/en.ts?first';
import './texts/pt.ts?pages';
import './texts/pt.ts?first';
import { showTexts } from './texts/shown-texts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** A page with its code, and the number of times that the code was loaded. */
function demand(code: () => Promise<{ default: () => string }>) {
  const load = vi.fn(code);
  const Page = pageOnDemand<object>(load);
  const open = async () =>
    onTestFinished(
      await show(
        <Suspense fallback="Loading">
          <Page />
        </Suspense>,
      ),
    );
  return { load, open };
}

const shown = async () => ({ default: () => 'The page' });

it('ADM-1: loads the code of a page when the browser is idle, so that the page shows at once', async () => {
  const page = demand(shown);
  onTestFinished(preloadPages());
  expect(page.load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  // After the pages of other tests in this process, whose code takes real time.
  await expect.poll(() => page.load).toHaveBeenCalledOnce();
  await page.open();
  expect(text()).toBe('The page');
  expect(page.load).toHaveBeenCalledOnce();
});

it('ADM-1: loads a page when it is opened before', async () => {
  const page = demand(shown);
  await page.open();
  await settle(1_000);
  expect(text()).toBe('The page');
  expect(page.load).toHaveBeenCalledOnce();
});

it('ADM-1: loads no page ahead where the browser saves data, or the admin left', async () => {
  const page = demand(shown);
  preloadPages()();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  onTestFinished(() => void vi.unstubAllGlobals());
  preloadPages();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(page.load).not.toHaveBeenCalled();
});

it.each([
  ['specified', "Couldn't load this page", 'Try Again'],
  ['en', "Couldn't load this page", 'Try again'],
  ['pt', 'Não foi possível carregar esta página', 'Tentar novamente'],
] as const)('ADM-1: shows that a page could not be loaded, in the set "%s"', async (set, title, again) => {
  await showTexts(set);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const page = demand(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await page.open();
  await settle(1_000);
  expect(text()).toContain(title);
  await click(button(again));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();
});

it('shows the placeholder of a part until its code is there, and after that the part at once', async () => {
  const ended: (() => void)[] = [];
  const Part = partOnDemand<object>(async () => {
    await new Promise<void>((done) => ended.push(done));
    return { default: () => 'The part' };
  });
  const open = () => show(<Part placeholder={<p>Loading</p>} />);
  const leave = await open();
  expect(text()).toBe('Loading');
  for (const end of ended) end();
  await settle();
  expect(text()).toBe('The part');
  await leave();
  onTestFinished(await open());
  expect(text()).toBe('The part');
  expect(ended).toHaveLength(1);
});

it('shows that a part could not be loaded', async () => {
  await showTexts('en');
  const Part = partOnDemand<object>(() => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(await show(<Part placeholder={<p>Loading</p>} />));
  await settle();
  expect(hasButton('Try again')).toBe(true);
});
