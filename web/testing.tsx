// Test support of the pages: render a component, interact with it, and fake the API.
import { act, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import { type PageData, type PageName, pathOf } from '../contract/pages.ts';
import { defaultStoreProfile } from '../contract/store-profile.ts';
import { type Api, ApiError } from './api.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Renders into the document. `text()` returns the visible text with normalized white space. */
export function draw(element: ReactNode) {
  document.body.innerHTML = '<div id="root"></div>';
  const container = document.getElementById('root') as HTMLElement;
  const root = createRoot(container);
  act(() => root.render(<StrictMode>{element}</StrictMode>));
  onTestFinished(() => act(() => root.unmount()));

  function all<E extends Element = HTMLElement>(selector: string): E[] {
    return [...container.querySelectorAll<E>(selector)];
  }
  function one<E extends Element = HTMLElement>(selector: string): E {
    const [found, ...more] = all<E>(selector);
    if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} elements match ${selector}`);
    return found;
  }
  function named(selector: string, name: string | RegExp): HTMLElement {
    const matches = all(selector).filter((element) => {
      const written = element.getAttribute('aria-label') ?? plain(element.textContent);
      return typeof name === 'string' ? written === name : name.test(written);
    });
    const [found] = matches;
    if (!found) throw new Error(`No ${selector} is named ${name}`);
    return found;
  }
  return {
    container,
    all,
    one,
    named,
    button: (name: string | RegExp) => named('button', name) as HTMLButtonElement,
    link: (name: string | RegExp) => named('a', name) as HTMLAnchorElement,
    text: () => plain(container.textContent),
    unmount: () => act(() => root.unmount()),
  };
}

export async function click(element: Element): Promise<void> {
  await act(async () => (element as HTMLElement).click());
}

/** Types into an input so that React receives the change event. */
export async function type(input: Element, value: string): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    setter?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

export async function press(element: Element, key: string): Promise<void> {
  await act(async () => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
}

export async function submit(form: Element): Promise<void> {
  await act(async () => form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
}

export function plain(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

export function pageData(page: PageName, more: Partial<PageData> = {}): PageData {
  const lang = more.lang ?? 'en';
  const path = pathOf(page, lang);
  const given = { publicUrl: 'https://shop.example', sandbox: true, version: 7, store: defaultStoreProfile };
  return { page, lang, path, ...given, ...more };
}

export type Call = { key: string; input: Record<string, unknown>; headers: Record<string, string> };

/**
 * Responds by "METHOD /path". A call without a response returns 404. A response function may throw. `headersOf`: the
 * headers of the responses.
 */
export function fakeApi(
  answers: Record<string, (call: Call) => unknown>,
  headersOf: (key: string) => Record<string, string> = () => ({}),
) {
  const calls: Call[] = [];
  const call = async (key: string, input: unknown, options: { headers?: Record<string, string> } = {}) => {
    const made = { key, input: input as Record<string, unknown>, headers: options.headers ?? {} };
    calls.push(made);
    const answer = answers[key];
    if (!answer) throw new ApiError(404, {});
    return answer(made);
  };
  const request = async (...made: Parameters<typeof call>) => {
    return { data: await call(...made), headers: new Headers(headersOf(made[0])) };
  };
  return {
    api: { call, request } as unknown as Pick<Api, 'call' | 'request'>,
    calls,
    to: (key: string) => calls.filter((c) => c.key === key),
  };
}

/** A deferred promise. */
export function later<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return {
    promise,
    resolve: (value: T) => act(async () => resolve(value)),
    reject: (error: unknown) => act(async () => reject(error)),
  };
}

/** Hides or shows the tab. */
export async function setTabVisible(visible: boolean): Promise<void> {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}
