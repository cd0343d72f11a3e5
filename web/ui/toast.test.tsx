import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { click, draw } from '../testing.tsx';
import { ToastProvider, useToast } from './toast.tsx';

function Shower() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast({ title: 'Saved', description: 'All of it.' })}>
        save
      </button>
      <button type="button" onClick={() => toast({ title: 'Broken', tone: 'error' })}>
        break
      </button>
    </>
  );
}

function Retrier() {
  const toast = useToast();
  return (
    <>
      <button type="button" onClick={() => toast({ id: 'try', title: 'Refused', tone: 'error' })}>
        fail
      </button>
      <button type="button" onClick={() => toast({ id: 'try', title: 'Accepted', tone: 'success' })}>
        succeed
      </button>
    </>
  );
}

const open = () =>
  draw(
    <ToastProvider>
      <Shower />
      <Retrier />
    </ToastProvider>,
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('FMT-4: the notices are at most 420 px wide and are read out', async () => {
  const { one, button } = open();
  const region = one('section[aria-live=polite]');
  expect(region.className).toContain('max-w-[420px]');
  await click(button('save'));
  expect(region.textContent).toContain('SavedAll of it.');
});

it('a notice leaves by itself, but not while the pointer is on it', async () => {
  const { one, button, text } = open();
  await click(button('save'));
  const notice = one('section[aria-live] > div');
  act(() => {
    notice.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  });
  act(() => vi.advanceTimersByTime(60_000));
  expect(text()).toContain('Saved');
  act(() => {
    notice.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  });
  act(() => vi.advanceTimersByTime(6_000));
  expect(text()).not.toContain('Saved');
});

it('a notice can be closed, and an error is an alert', async () => {
  const { all, button } = open();
  await click(button('break'));
  expect(all('[role=alert]')).toHaveLength(1);
  await click(button('Close notice'));
  expect(all('[role=alert]')).toHaveLength(0);
});

it('a notice replaces the one of the same id, and no other', async () => {
  const { text, button } = open();
  await click(button('save'));
  await click(button('fail'));
  expect(text()).toContain('Refused');
  await click(button('succeed'));
  expect(text()).toContain('Accepted');
  expect(text()).not.toContain('Refused');
  expect(text()).toContain('Saved');
});
