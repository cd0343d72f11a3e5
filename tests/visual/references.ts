// What was seen last time and is meant to stay: pictures, layouts, and what they were made with.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Language } from '../../contract/languages.ts';

/** Of one scene in one language. Prints by shot (`360-light`), layouts by width. */
export type Reference = {
  /** The picture exactly as it was taken: when it is the same again, there is nothing to compare. */
  prints: Record<string, string>;
  layouts: Record<string, string[]>;
};

export type MadeWith = { chromium: number; fonts: Record<string, string> };

const folder = join(import.meta.dirname, 'references');
/** What a failing scene leaves behind; not kept with the code. */
const differencesFolder = join(import.meta.dirname, 'differences');

export async function readReference(scene: string, lang: Language): Promise<Reference> {
  const text = await readFile(join(folder, scene, `${lang}.json`), 'utf8').catch(() => '{"prints":{},"layouts":{}}');
  return JSON.parse(text) as Reference;
}

export async function writeReference(scene: string, lang: Language, reference: Reference): Promise<void> {
  await write(join(folder, scene, `${lang}.json`), `${JSON.stringify(reference, null, 1)}\n`);
}

/** Null where none was taken. */
export async function readPicture(scene: string, lang: Language, shot: string): Promise<Buffer | null> {
  return readFile(join(folder, scene, `${lang}-${shot}.webp`)).catch(() => null);
}

export async function writePicture(scene: string, lang: Language, shot: string, picture: Buffer): Promise<void> {
  await write(join(folder, scene, `${lang}-${shot}.webp`), picture);
}

/** The scenes that references were taken of. */
export async function referencedScenes(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

export async function removeReference(scene: string): Promise<void> {
  await rm(join(folder, scene), { recursive: true, force: true });
}

/** Writes down what a failing scene looked like; answers where. */
export async function writeDifference(name: string, files: Record<string, Buffer | string>): Promise<string> {
  for (const [ending, content] of Object.entries(files)) {
    await write(join(differencesFolder, `${name}.${ending}`), content);
  }
  return `tests/visual/differences/${name}.*`;
}

export function hashOf(png: Buffer): string {
  return createHash('sha256').update(png).digest('hex').slice(0, 24);
}

export async function readMadeWith(): Promise<MadeWith | null> {
  const text = await readFile(join(folder, 'made-with.json'), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as MadeWith);
}

export async function writeMadeWith(madeWith: MadeWith): Promise<void> {
  await write(join(folder, 'made-with.json'), `${JSON.stringify(madeWith, null, 2)}\n`);
}

/** The browser's major version, and how wide it draws a sample where the store's own font is not used. */
export async function madeWithHere(browser: Browser): Promise<MadeWith> {
  const page = await browser.newPage();
  const fonts = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    const widths: Record<string, string> = {};
    for (const family of ['system-ui', 'sans-serif', 'serif', 'monospace']) {
      if (context) context.font = `16px ${family}`;
      widths[family] = (context?.measureText('Aplausos 0123 → − · ✓ The quick brown fox').width ?? 0).toFixed(2);
    }
    return widths;
  });
  await page.close();
  return { chromium: Number.parseInt(browser.version(), 10), fonts };
}

async function write(path: string, content: Buffer | string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
}
