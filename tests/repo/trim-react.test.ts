// @vitest-environment happy-dom
// biome-ignore-all lint/correctness/noComponentHookFactories: each of the two Reacts has its own components.
// biome-ignore-all lint/correctness/useHookAtTopLevel: the same.
// React without what no page uses (scripts/trim-react.mjs) does what the whole React does.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type * as ReactModule from 'react';
import type * as ReactDomModule from 'react-dom';
import type * as ReactDomClient from 'react-dom/client';
import { parseAst } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import { findAbsentImports, ruleNames, trim } from '../../scripts/trim-react.mjs';

const root = join(import.meta.dirname, '../..');
const packages = join(root, 'node_modules');
const client = 'react-dom/cjs/react-dom-client.production.js';

type Load = (name: string) => unknown;
type Loaded = { React: typeof ReactModule; dom: typeof ReactDomModule; client: typeof ReactDomClient };

/** React's production files, evaluated here, whole or trimmed. */
function load(isTrimmed: boolean): Loaded {
  const done = new Map<string, object>();
  const require: Load = (name) => {
    const path = name.includes('/') ? name : `${name}/cjs/${name}.production.js`;
    const before = done.get(path);
    if (before) return before;
    const source = readFileSync(join(packages, path), 'utf8');
    const code = isTrimmed && !name.startsWith('scheduler') ? trim(source, parseAst(source)) : source;
    const exports = {};
    done.set(path, exports);
    new Function('exports', 'require', 'process', code)(exports, require, process);
    return exports;
  };
  return {
    React: require('react') as typeof ReactModule,
    dom: require('react-dom') as typeof ReactDomModule,
    client: require(client) as typeof ReactDomClient,
  };
}

/** What a page shows after each step of a scene with all that pages use. */
async function play({ React, dom, client }: Loaded): Promise<string[]> {
  const { createElement: h, useState, useRef, useMemo, useEffect, useLayoutEffect } = React;
  const shown: string[] = [];
  const Theme = React.createContext('light');
  const Themed = React.memo(() => h('i', null, React.useContext(Theme)));
  const Label = React.forwardRef<HTMLElement, { text: string }>(({ text }, ref) => h('b', { ref }, text));
  let resolve = (_part: { default: () => ReactModule.ReactElement }) => {};
  const Later = React.lazy(() => new Promise<{ default: () => ReactModule.ReactElement }>((done) => (resolve = done)));
  class Boundary extends React.Component<{ children: ReactModule.ReactNode }, { failed: boolean }> {
    static getDerivedStateFromError = () => ({ failed: true });
    override state = { failed: false };
    override componentDidCatch = (error: Error) => shown.push(`caught ${error.message}`);
    override render = () => (this.state.failed ? h('p', null, 'failed') : this.props.children);
  }
  const Failing = ({ on }: { on: boolean }) => {
    if (on) throw new Error('part');
    return h('p', null, 'fine');
  };
  const store = { value: 1, listen: () => {} };
  function App() {
    const [step, setStep] = useState(0);
    const [sum, add] = React.useReducer((all: number, one: number) => all + one, 0);
    const label = useRef<HTMLElement>(null);
    const id = React.useId();
    const deferred = React.useDeferredValue(step);
    const kept = React.useSyncExternalStore(
      (listener) => {
        store.listen = listener;
        return () => {};
      },
      () => store.value,
      () => store.value,
    );
    const rows = useMemo(() => (step % 2 ? ['c', 'a', 'd'] : ['a', 'b', 'c']), [step]);
    const onStep = React.useEffectEvent(() => shown.push(`effect ${step} ${label.current?.textContent}`));
    useEffect(() => {
      onStep();
      return () => void shown.push('cleaned');
    }, [step]);
    useLayoutEffect(() => void shown.push(`layout ${step}`), [step]);
    const next = () => {
      setStep(step + 1);
      add(10);
    };
    return h(
      React.StrictMode,
      null,
      h('button', { type: 'button', onClick: next, 'aria-describedby': id }, `${step}`),
      h('ul', null, ...rows.map((row) => h('li', { key: row, className: row, style: { top: step } }, row))),
      h('input', { value: `${sum}`, onChange: () => {}, type: 'text' }),
      h('input', { type: 'checkbox', checked: step % 2 === 1, onChange: () => {} }),
      h('textarea', { defaultValue: 'note' }),
      h('select', { value: `${step}`, onChange: () => {} }, h('option', { value: '0' }), h('option', { value: '1' })),
      h('svg', { viewBox: '0 0 1 1' }, h('title', null, `drawn ${step}`), h('path', { strokeWidth: 2, d: 'M0' })),
      h('p', { dangerouslySetInnerHTML: { __html: `<u>${step}</u>` } }),
      h(Theme.Provider, { value: step ? 'dark' : 'light' }, h(Themed)),
      h(Label, { ref: label, text: `label ${deferred} ${kept}` }),
      h(Boundary, null, h(Failing, { on: step === 2 })),
      step > 0 && h(React.Suspense, { fallback: h('em', null, 'loading') }, h(Later)),
      h(React.Fragment, { key: 'end' }, [null, false, step, h('hr', { key: 1 })]),
      h('form', { onSubmit: (event: Event) => event.preventDefault(), hidden: step === 1 }),
    );
  }
  document.body.innerHTML = '<div id="made"></div><div id="hydrated"><button type="button">old</button></div>';
  for (const [id, make] of [
    ['made', (element: Element) => client.createRoot(element)],
    [
      'hydrated',
      (element: Element) => client.hydrateRoot(element, h(App), { onRecoverableError: () => shown.push('?') }),
    ],
  ] as const) {
    const element = document.getElementById(id) as HTMLElement;
    const made = make(element);
    const look = () => shown.push(element.innerHTML);
    dom.flushSync(() => made.render(h(App)));
    await settle();
    look();
    const press = () => dom.flushSync(() => element.querySelector('button')?.click());
    press();
    look();
    resolve({ default: () => h('q', null, 'loaded') });
    await settle();
    look();
    press();
    await settle();
    look();
    store.value += 1;
    dom.flushSync(() => store.listen());
    React.startTransition(() => made.render(h('div', null, h(App))));
    await settle();
    look();
    dom.flushSync(() => made.unmount());
    await settle();
    look();
  }
  return shown;
}

/** React's scheduler runs in tasks. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setTimeout(done));
}

describe('the trimmed React', () => {
  test('shows what the whole one shows: state, effects, boundaries, parts on demand, hydration', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const whole = await play(load(false));
    const trimmed = await play(load(true));
    logged.mockRestore();
    expect(whole.length).toBeGreaterThan(30);
    expect(whole.join()).toMatch(/caught part[\s\S]*loaded/);
    expect(trimmed).toEqual(whole);
  });

  test('is made of the version that was reviewed, in which each name of a rule exists', () => {
    const { version } = JSON.parse(readFileSync(join(packages, 'react-dom/package.json'), 'utf8'));
    const { reviewed, names } = ruleNames();
    expect(version).toBe(reviewed);
    const files = [client, 'react-dom/cjs/react-dom.production.js', 'react/cjs/react.production.js'];
    const source = files.map((file) => readFileSync(join(packages, file), 'utf8')).join('');
    expect(names.filter((name) => !new RegExp(`\\b${name.replace('$', '\\$')}\\b`).test(source))).toEqual([]);
  });

  test.each([
    ["import { createPortal } from 'react-dom';", ['createPortal']],
    ["import React, { Children as All, useState } from 'react';", ['Children']],
    ["import * as React from 'react';\nReact.useOptimistic(1);", ['useOptimistic']],
    ["import React from 'react'; React.useState(React.Activity);", ['Activity']],
    ["import { useState, type ReactNode } from 'react';", []],
    ["import { Activity } from './activity.ts';", []],
  ])('cannot be imported: %s', (code, names) => {
    expect(findAbsentImports(code)).toEqual(names);
  });

  test('has no ref of a fragment, and none is in web', () => {
    const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' });
    const isUsing = (name: string) => /<Fragment[^>]*\sref=/.test(readFileSync(join(root, 'web', name), 'utf8'));
    expect(files.filter((name) => name.endsWith('.tsx') && isUsing(name))).toEqual([]);
  });
});
