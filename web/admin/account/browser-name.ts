// Turns a User-Agent into a short name, such as "Chrome on Android".
import { shownSetupTexts } from '../texts/shown-texts.ts';

const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns "A browser" for an unknown User-Agent. */
export function browserName(userAgent: string): string {
  const named = (list: readonly [RegExp, string][]) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  const { aBrowser, onSystem } = shownSetupTexts().account;
  return system ? onSystem(browser ?? aBrowser, system) : (browser ?? aBrowser);
}
