// The comparison itself: it overlooks what nobody sees, and nothing that somebody does.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { updating } from './compare-scenes.ts';
import { differenceOf, reduced } from './image-diff.ts';
import { boxesOf, layoutDifferences, layoutFaults, linesOf } from './layout.ts';
import { launchBrowser, openPageDriver, type PageDriver } from './page-driver.ts';
import { referencedScenes } from './references.ts';
import { type Scene, themes } from './scene.ts';
import { scenes } from './scenes.ts';

const scene: Scene = { name: 'about', page: 'about', frame: 'page' };

let store: StoreProcess;
let browser: Browser;
let driver: PageDriver;

beforeAll(async () => {
  store = await startOnSharedServer();
  browser = await launchBrowser();
  driver = await openPageDriver(browser, store.url);
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

/** The page on a phone, as it is and with a change of its style. */
async function beforeAndAfter(css: string) {
  await driver.open(scene, 'en');
  await driver.setWidth(scene, 360);
  const seen = async () => ({ png: await driver.screenshot(scene), boxes: await boxesOf(driver.page, 'body') });
  const before = await seen();
  await driver.page.addStyleTag({ content: css });
  await driver.setWidth(scene, 360);
  return { before, after: await seen() };
}

describe('pictures', () => {
  it.each(themes)('a kept picture is like what it was made from (%s)', async (theme) => {
    await driver.open(scene, 'en');
    await driver.setWidth(scene, 1440);
    await driver.setTheme(theme);
    const png = await driver.screenshot(scene);
    const { share, sideBySide } = await differenceOf(await reduced(png), png);
    expect(share).toBe(0);
    expect(sideBySide).toBeNull();
  });

  it.each([
    ['another tint of the ground', 'body { background: #f2eee8 !important }'],
    ['paler small print', 'footer, footer * { color: #b5aea4 !important }'],
    ['a paragraph two pixels lower', 'main p { position: relative; top: 2px }'],
    ['a heading that is gone', 'h1 { visibility: hidden }'],
    ['another weight of letters', 'h2 { font-weight: 400 !important }'],
  ])('%s is noticed, and shown side by side', async (_, css) => {
    const { before, after } = await beforeAndAfter(css);
    const { share, sideBySide } = await differenceOf(await reduced(before.png), after.png);
    expect(share).toBeGreaterThan(0);
    expect(sideBySide?.subarray(8, 12).toString()).toBe('WEBP');
  });
});

describe('layouts', () => {
  it('a margin that grows is noticed under the same letters, and overlooked under others', async () => {
    const { before, after } = await beforeAndAfter('h1 { margin-top: 6px !important }');
    const [expected, actual] = [linesOf(before.boxes), linesOf(after.boxes)];
    expect(layoutDifferences(expected, expected, { pixels: 0 })).toEqual([]);
    const moved = layoutDifferences(expected, actual, { pixels: 4 });
    expect(moved.find((one) => one.includes(' h1 '))).toMatch(/^moved: h1 ".+" @ \d+ \d+ \d+ \d+, was @ /);
    expect(layoutDifferences(expected, actual, 'structure')).toEqual([]);
  });

  it('a part that is gone or new or elsewhere is noticed whatever the letters', () => {
    const [one, two, three] = ['h1 "A" @ 0 0 10 10', 'p "B" @ 0 10 10 10', 'p "C" @ 0 20 10 10'];
    const all = [one, two, three];
    expect(layoutDifferences(all, [one, three], 'structure')).toEqual(['gone: p "B"']);
    expect(layoutDifferences([one, three], all, 'structure')).toEqual(['new: p "B"']);
    expect(layoutDifferences(all, [one, three, two], 'structure')).toEqual(['in another order: p "C"']);
    expect(layoutDifferences(all, [...all, three], 'structure')).toEqual(['in another order: p "C"']);
  });

  it('what is wider than the screen, and a control under another one, is a fault at once', async () => {
    const { before, after } = await beforeAndAfter('footer a { position: absolute; left: 300px; width: 90px }');
    expect(layoutFaults(before.boxes, 360, false)).toEqual([]);
    const faults = layoutFaults(after.boxes, 360, false);
    expect(faults.some((fault) => fault.startsWith('wider than the screen: link'))).toBe(true);
    expect(faults.some((fault) => fault.startsWith('covers another control: link'))).toBe(true);
  });
});

it.skipIf(updating)('every scene has a name of its own and a reference, and every reference a scene', async () => {
  const names = scenes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect((await referencedScenes()).sort()).toEqual([...names].sort());
});
