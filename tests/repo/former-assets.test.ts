// Builds that follow each other: the assets of one build before are kept, not those of all.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFormerAssets } from '../../scripts/former-assets.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'applaud-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, assets: string[], former: string): string[] {
  const at = join(folder, name, 'assets');
  mkdirSync(at, { recursive: true });
  for (const asset of assets) writeFileSync(join(at, asset), asset);
  keepFormerAssets(join(folder, former), join(folder, name));
  return readdirSync(at).sort();
}

test('a page of the version before finds its scripts, and only one version is kept', () => {
  expect(build('1', ['home-a.js', 'shop-a.css'], 'none')).toEqual(['home-a.js', 'shop-a.css']);
  expect(build('2', ['home-b.js', 'shop-a.css'], '1')).toEqual(['home-a.js', 'home-b.js', 'shop-a.css']);
  expect(build('3', ['home-c.js', 'shop-a.css'], '2')).toEqual(['home-b.js', 'home-c.js', 'shop-a.css']);
});

test('the same build made again keeps what the first one kept', () => {
  build('1', ['home-a.js'], 'none');
  build('2', ['home-b.js'], '1');
  expect(build('3', ['home-b.js'], '2')).toEqual(['home-a.js', 'home-b.js']);
});

test('a build without a list of its assets is kept whole', () => {
  mkdirSync(join(folder, 'old', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'old', 'assets', 'home-0.js'), '');
  expect(build('1', ['home-a.js'], 'old')).toEqual(['home-0.js', 'home-a.js']);
});
