// Test support of the admin pages: a fake store behind fetch, rendering, and user interaction.
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';

export type ReceivedCall = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };
export type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
type Answerer = Answer | ((received: ReceivedCall) => Answer | Promise<Answer>);

export type FakeStore = {
  /** Sets the response of a call such as "GET /api/orders". A path may end in "*". */
  on: (call: string, answer: Answerer) => void;
  /** Makes every call fail with a network error, or wait until its caller gives up. */
  breakDown: (broken: boolean | 'frozen') => void;
  received: ReceivedCall[];
  /** The received calls of one kind, in order. */
  calls: (call: string) => ReceivedCall[];
};

/** Replaces `fetch` with a fake store until `vi.unstubAllGlobals()`. A call without a response returns 404. */
export function fakeStore(): FakeStore {
  const answers = new Map<string, Answerer>();
  const received: ReceivedCall[] = [];
  let broken: boolean | 'frozen' = false;

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://store.test');
    const call: ReceivedCall = {
      method: init.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    received.push(call);
    if (broken === 'frozen') {
      const { signal } = init;
      return new Promise<Response>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
    }
    if (broken) throw new TypeError('Failed to fetch');
    const found = [...answers].reverse().find(([name]) => matches(name, call));
    const answer = found ? (typeof found[1] === 'function' ? await found[1](call) : found[1]) : notFound;
    return Response.json(answer.body ?? {}, { status: answer.status ?? 200, headers: answer.headers });
  });

  return {
    on: (call, answer) => {
      answers.delete(call);
      answers.set(call, answer);
    },
    breakDown: (now) => {
      broken = now;
    },
    received,
    calls: (name) => received.filter((call) => matches(name, call)),
  };
}

const notFound: Answer = { status: 404, body: { message: 'Not found.' } };

function matches(name: string, { method, path }: ReceivedCall): boolean {
  const called = `${method} ${path}`;
  return name.endsWith('*') ? called.startsWith(name.slice(0, -1)) : called === name;
}

/** Renders a page into the document. The returned function unmounts it. */
export async function show(page: ReactNode): Promise<() => Promise<void>> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(page));
  // A timer of 0 ms that is set inside a tick fires 1 ms later. Dependent queries need a few ticks.
  for (let tick = 0; tick < 4; tick += 1) await settle(1);
  return async () => {
    await act(async () => root.unmount());
    place.remove();
  };
}

/** Runs pending promises and due timers. Needs fake timers. */
export async function settle(ms = 0): Promise<void> {
  // Lazy components load first.
  await act(() => vi.dynamicImportSettled());
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
  // A response can trigger another request, so due timers run several times.
  for (let round = 0; round < 4; round += 1) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0);
    });
  }
}

export async function click(element: Element): Promise<void> {
  await act(async () => {
    (element as HTMLElement).click();
  });
  await settle();
}

/** Dispatches a browser event inside `act`. */
export async function dispatchEvent(target: EventTarget, event: Event): Promise<void> {
  await act(async () => {
    target.dispatchEvent(event);
  });
  await settle();
}

/** Chooses an option of a select. */
export async function choose(select: HTMLSelectElement | undefined, value: string): Promise<void> {
  if (!select) throw new Error('There is no select.');
  select.value = value;
  if (select.value !== value) throw new Error(`The select has no option "${value}".`);
  await dispatchEvent(select, new Event('change', { bubbles: true }));
}

/** Types into an input so that React receives the change event. */
export async function fill(input: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  await act(async () => {
    const prototype = Object.getPrototypeOf(input);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

export function text(): string {
  return document.body.textContent ?? '';
}

/** The texts of all toasts. */
export function toasts(): string {
  return document.querySelector('[aria-label=Notices]')?.textContent ?? '';
}

/** The navigation of a wide screen. */
export function sidebar(): HTMLElement {
  const found = document.querySelector<HTMLElement>('nav[aria-label=Admin]');
  if (!found) throw new Error('no navigation on the page');
  return found;
}

/** The button or link with exactly this text. */
export function button(name: string, within: ParentNode = document): HTMLButtonElement {
  const found = [...within.querySelectorAll('button, a')].find((element) => labelOf(element) === name);
  if (!found) throw new Error(`no button "${name}" on the page: ${text()}`);
  return found as HTMLButtonElement;
}

export function hasButton(name: string, within: ParentNode = document): boolean {
  return [...within.querySelectorAll('button, a')].some((element) => labelOf(element) === name);
}

export function field(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`no field ${selector} on the page`);
  return found;
}

/** A JWT with an invalid signature. */
export function fakeToken(claims: { email?: string; role?: string; exp: number }): string {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part({ email: 'owner@shop.test', role: 'admin', ...claims })}.signature`;
}

function labelOf(element: Element): string {
  return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
}

/** The dialog that asks for the password: above all others. */
export function proofDialog(): HTMLDialogElement {
  return [...document.querySelectorAll('dialog')].at(-1) as HTMLDialogElement;
}
