// A live part that fails is mounted again, with what it keeps; what fails twice says so.
import { useLayoutEffect, useState } from 'react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hydrate } from './hydrate.tsx';
import type { WithMemory } from './memory.ts';

const sent = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"success":true}'));
let fails = 0;
let isReady = false;

// Within `act`, React throws what no boundary has caught.
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
beforeAll(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
});
afterAll(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

function Part({ label, memory }: { label: string } & WithMemory) {
  const [isBroken, setBroken] = useState(false);
  useLayoutEffect(() => {
    if (memory) memory.draft ??= 'kept';
    isReady = true;
  }, [memory]);
  if (isBroken || fails > 0) {
    fails -= 1;
    throw new TypeError('node is gone');
  }
  return (
    <button type="button" onClick={() => setBroken(true)}>
      {`${label} ${memory?.draft ?? 'new'}`}
    </button>
  );
}

const island = () => document.getElementById('island')?.textContent;

beforeEach(async () => {
  vi.stubGlobal('fetch', sent);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  sent.mockClear();
  isReady = false;
  const data = { island: { label: 'Draft' }, failed: { text: 'It stopped.', reload: 'Reload' } };
  document.body.innerHTML = `<div id="island"><button type="button">Draft new</button></div>
    <script type="application/json" id="page-data">${JSON.stringify(data)}</script>`;
  window.history.replaceState(null, '', '/order/K7QX2M9TB4VA/secret');
  hydrate(Part);
  // Pressed when it is hydrated.
  await vi.waitFor(() => expect(isReady).toBe(true));
});

test('A-15: a part that fails is reported, without its address, and mounted again with what it kept', async () => {
  document.querySelector('button')?.click();
  await vi.waitFor(() => expect(island()).toBe('Draft kept'));
  const [[url, init]] = sent.mock.calls as [[string, RequestInit]];
  expect([url, JSON.parse(String(init.body))]).toEqual([
    '/api/client-errors',
    { stage: 'page', message: 'order: TypeError: node is gone' },
  ]);
});

test('A-15: one sentence and Reload only when the second try fails, too', async () => {
  // React itself tries a failed render once more.
  fails = 10;
  document.querySelector('button')?.click();
  await vi.waitFor(() => expect(island()).toBe('It stopped. Reload'));
  expect(document.querySelector('[role=alert] button')?.textContent).toBe('Reload');
  fails = 0;
});
