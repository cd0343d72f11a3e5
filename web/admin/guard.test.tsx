// A part of the admin that fails is mounted again with what was typed; what fails twice offers "Reload".
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Guard } from './guard.tsx';
import { useKeptState } from './kept-state.ts';
import { NoteForm } from './note-form.tsx';
import { createQueryClient } from './query-client.ts';
import { button, click, dispatchEvent, fakeStore, field, fill, hasButton, show, text } from './testing.tsx';

let fails = 0;

function Part() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {isOpen ? <Form /> : null}
    </>
  );
}

function Form() {
  const [note, setNote] = useKeptState('note', '');
  const [isBroken, setBroken] = useState(false);
  if (isBroken || fails > 0) {
    fails -= 1;
    throw new TypeError('node is gone');
  }
  return (
    <>
      <input value={note} onChange={(event) => setNote(event.target.value)} />
      <button type="button" onClick={() => setBroken(true)}>
        Fail
      </button>
    </>
  );
}

function Note() {
  const [open, setOpen] = useKeptState('note form', false);
  return <NoteForm about="K7QX2M9TB4VA" help="" act={idle} onAdd={() => {}} open={open} onOpen={setOpen} />;
}
const idle = { isPending: false, failure: null };

let unmount: () => Promise<void>;
let store: ReturnType<typeof fakeStore>;
const queries = createQueryClient();

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fails = 0;
  queries.clear();
  store = fakeStore();
  unmount = await show(
    <QueryClientProvider client={queries}>
      <Guard place="app">
        <Guard place="orders">
          <Note />
          <Part />
        </Guard>
      </Guard>
    </QueryClientProvider>,
  );
});

afterEach(async () => {
  await unmount();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function typeAndFail(): Promise<void> {
  await click(button('Open'));
  await fill(field('input'), 'A long note');
  await click(button('Fail'));
}

test('A-15: a part that fails is reported with its place, and mounted again with the text that was typed', async () => {
  await typeAndFail();
  expect(store.calls('POST /api/client-errors').map(({ body }) => body)).toEqual([
    { stage: 'page', message: 'admin orders: TypeError: node is gone' },
  ]);
  expect(hasButton('Reload')).toBe(false);
  await click(button('Open'));
  expect(field('input').value).toBe('A long note');
});

test('A-15: a note is still being written after another part of its page failed', async () => {
  await click(button('Add a note'));
  await fill(field('textarea'), 'They asked twice.');
  await typeAndFail();
  expect(field('textarea').value).toBe('They asked twice.');
});

test('A-15: a form that is closed and opened again is empty, also after a failure', async () => {
  await click(button('Open'));
  await fill(field('input'), 'A long note');
  await click(button('Close'));
  await click(button('Open'));
  expect(field('input').value).toBe('');
  await fill(field('input'), 'Another note');
  await click(button('Fail'));
  await click(button('Open'));
  await click(button('Close'));
  await click(button('Open'));
  expect(field('input').value).toBe('');
});

test('A-15: the next admin of this browser sees nothing of it', async () => {
  await typeAndFail();
  queries.clear();
  await click(button('Open'));
  expect(field('input').value).toBe('');
});

test('A-15: one sentence and Reload only when the second try fails, too', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  await typeAndFail();
  expect(hasButton('Reload')).toBe(false);
  // React itself tries a failed render once more.
  fails = 10;
  await click(button('Open'));
  expect(text()).toContain('Reload');
  await dispatchEvent(button('Reload'), new MouseEvent('click', { bubbles: true }));
  expect(reload).toHaveBeenCalledOnce();
});
