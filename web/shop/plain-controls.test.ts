import { beforeEach, expect, test } from 'vitest';
import { startMenu } from './plain-controls.ts';

const menu = () => document.querySelector('details') as HTMLDetailsElement;

beforeEach(() => {
  document.body.innerHTML =
    '<details class="menu"><summary>Menu</summary><a href="/about">How it works</a></details><button>Buy</button>';
  startMenu(document);
  menu().open = true;
});

const on = (selector: string, type: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));

test('NAV-1: Escape closes the menu of a phone and gives the focus back to its button', () => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(menu().open).toBe(false);
  expect(document.activeElement?.tagName).toBe('SUMMARY');
});

test('NAV-1: a tap outside, or the focus outside, closes the menu; within it, both leave it open', () => {
  on('a', 'pointerdown');
  on('a', 'focusin');
  expect(menu().open).toBe(true);
  on('button', 'pointerdown');
  expect(menu().open).toBe(false);
  menu().open = true;
  on('button', 'focusin');
  expect(menu().open).toBe(false);
});
