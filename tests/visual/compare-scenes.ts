// Opens every scene in one language, and compares its layout at each width and its pictures with the references.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Language } from '../../contract/languages.ts';
import { clientOf } from '../support/client.ts';
import type { StoreProcess } from '../support/process.ts';
import { startOnSharedServer } from '../support/shared-process.ts';
import { differenceOf, reduced } from './image-diff.ts';
import { boxesOf, brokenTexts, cutTexts, type Exactness, layoutDifferences, layoutFaults, linesOf } from './layout.ts';
import { launchBrowser, openPageDriver, type PageDriver } from './page-driver.ts';
import {
  hashOf,
  type MadeWith,
  madeWithHere,
  type Reference,
  readMadeWith,
  readPicture,
  readReference,
  referencedScenes,
  removeReference,
  writeDifference,
  writeMadeWith,
  writePicture,
  writeReference,
} from './references.ts';
import { type Scene, type Shot, type Width, widths } from './scene.ts';
import { orderPageSql } from './scenes/order-page.ts';
import { receiptOrdersSql, scenesSecret } from './scenes/receipts.ts';
import { scenes } from './scenes.ts';

/** Set by `npm run visual:update`. */
export const updating = process.env.VISUAL_UPDATE === '1';
/** Otherwise those that the fast tier chooses. */
export const everyScene = updating || process.env.EVERY_SCENE === '1';

export function compareScenes(lang: Language, compared: readonly Scene[]): void {
  let store: StoreProcess;
  let browser: Browser;
  let driver: PageDriver;
  let comparison: Comparison;

  beforeAll(async () => {
    store = await startOnSharedServer({ RATE_LIMIT_FACTOR: '1000', JWT_SECRET: scenesSecret });
    await store.sql(receiptOrdersSql + orderPageSql);
    browser = await launchBrowser();
    driver = await openPageDriver(browser, store.url, await tokenOf(store));
    const here = await madeWithHere(browser);
    if (updating) await startOver(here);
    comparison = comparisonBetween(await readMadeWith(), here);
  });
  afterAll(async () => {
    await browser?.close();
    await store?.close();
  });

  /** The layout test of a scene fills it; the picture test reads it. */
  const results = new Map<Scene, SceneResult>();
  for (const scene of compared) {
    test(`${scene.name}: layout`, async () => {
      const result = await compareScene(scene);
      results.set(scene, result);
      expect(result.layout).toEqual([]);
    });
    if (lang !== 'en') continue;
    test(`${scene.name}: pictures`, async ({ skip, onTestFailed }) => {
      if (!comparison.pictures) skip(comparison.why);
      onTestFailed(() => void results.delete(scene));
      const result = results.get(scene) ?? (await compareScene(scene));
      expect(result.pictures).toEqual([]);
    });
  }

  async function compareScene(scene: Scene): Promise<SceneResult> {
    const seen: Reference = { prints: {}, layouts: {} };
    const kept = await readReference(scene.name, lang);
    const result: SceneResult = { layout: [], pictures: [] };
    await driver.open(scene, lang);
    for (const width of scene.widths ?? widths) {
      await driver.setWidth(scene, width);
      result.layout.push(...(await layoutAt(scene, width, kept, seen)));
      if (lang !== 'en') continue;
      for (const shot of shotsOf(scene).filter((one) => one.startsWith(`${width}-`))) {
        result.pictures.push(...(await shotAt(scene, shot, kept, seen)));
      }
    }
    if (updating) await writeReference(scene.name, lang, seen);
    if (scene.page !== 'admin') result.layout.push(...(await largeTextFaults()));
    return result;
  }

  async function layoutAt(scene: Scene, width: Width, kept: Reference, seen: Reference): Promise<string[]> {
    const boxes = await boxesOf(driver.page, typeof scene.frame === 'object' ? scene.frame.part : 'body');
    const lines = linesOf(boxes);
    seen.layouts[width] = lines;
    const faults = layoutFaults(boxes, width, scene.frame === 'screen');
    const differences = updating ? [] : layoutDifferences(kept.layouts[width] ?? [], lines, comparison.layout);
    return [...faults, ...differences].map((sentence) => `${lang}-${width}: ${sentence}`);
  }

  /** With text of twice the size on a phone. */
  async function largeTextFaults(): Promise<string[]> {
    await driver.page.setViewportSize({ width: 360, height: 780 });
    await driver.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await driver.settle();
    const faults = [...(await cutTexts(driver.page)), ...(await brokenTexts(driver.page))];
    return faults.map((fault) => `${lang}-360, text of 200 %: ${fault}`);
  }

  async function shotAt(scene: Scene, shot: string, kept: Reference, seen: Reference): Promise<string[]> {
    if (!comparison.pictures) return [];
    await driver.setTheme(shot.endsWith('dark') ? 'dark' : 'light');
    const png = await (updating ? steady(scene) : driver.screenshot(scene));
    const print = hashOf(png);
    const reference = await readPicture(scene.name, lang, shot);
    const same = reference && (print === kept.prints[shot] || (await looksLike(reference, png)));
    seen.prints[shot] = (same && kept.prints[shot]) || print;
    if (same) return [];
    if (updating) {
      await writePicture(scene.name, lang, shot, await reduced(png));
      return [];
    }
    if (!reference) return [`${lang}-${shot}: there is no reference; npm run visual:update takes one`];
    return differing(scene, shot, reference);
  }

  async function looksLike(reference: Buffer, png: Buffer): Promise<boolean> {
    return (await differenceOf(reference, png)).sideBySide === null;
  }

  /** On a busy machine a picture may come before all is drawn: only a second look counts. */
  async function differing(scene: Scene, shot: string, reference: Buffer): Promise<string[]> {
    await driver.settle();
    const png = await driver.screenshot(scene);
    const { share, sideBySide } = await differenceOf(reference, png);
    if (!sideBySide) return [];
    const where = await writeDifference(`${scene.name}/${lang}-${shot}`, {
      'actual.png': png,
      'difference.webp': sideBySide,
    });
    return [`${lang}-${shot}: ${(share * 100).toFixed(2)} % of the picture look different, see ${where}`];
  }

  /** Two looks in a row see the same. */
  async function steady(scene: Scene): Promise<Buffer> {
    let png = await driver.screenshot(scene);
    for (let looks = 0; looks < 10; looks += 1) {
      await driver.settle();
      const again = await driver.screenshot(scene);
      if (again.equals(png)) break;
      png = again;
    }
    return png;
  }
}

/** English only: a layout check sees what other texts change. */
function shotsOf({ shots, widths: [first = 360, last = first] = [360, 1440] }: Scene): readonly Shot[] {
  return shots ?? [`${first}-light`, `${last}-dark`];
}

async function tokenOf(store: StoreProcess): Promise<string> {
  return (await clientOf(store.url, null).call('POST /api/admin/login', { body: store.adminLogin() })).token;
}

async function startOver(here: MadeWith): Promise<void> {
  await writeMadeWith(here);
  const gone = (await referencedScenes()).filter((kept) => !scenes.some(({ name }) => name === kept));
  await Promise.all(gone.map(removeReference));
}

/** One sentence for each difference. */
type SceneResult = { layout: string[]; pictures: string[] };
type Comparison = { pictures: boolean; why: string; layout: Exactness };

/** Pictures only where they would come out the same; other letters move everything, and then only the order counts. */
function comparisonBetween(kept: MadeWith | null, here: MadeWith): Comparison {
  const sameFonts = JSON.stringify(kept?.fonts) === JSON.stringify(here.fonts);
  const sameBrowser = kept?.chromium === here.chromium;
  const why = sameBrowser
    ? 'pictures are not compared: this machine has other fonts'
    : `pictures are not compared: they were made with Chromium ${kept?.chromium}, this is ${here.chromium}`;
  return { pictures: sameFonts && sameBrowser, why, layout: sameFonts ? { pixels: sameBrowser ? 1 : 4 } : 'structure' };
}
