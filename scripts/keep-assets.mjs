// @ts-check
// `node scripts/keep-assets.mjs --from DIR`, in an unpacked release before it starts: takes over the scripts and styles of
// the release in DIR, which pages that are open still load.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { keepFormerAssets } from './former-assets.mjs';
import { root } from './freshness.mjs';

const client = join('dist', 'web', 'client');
const { values } = parseArgs({ options: { from: { type: 'string' } } });
const former = values.from && join(resolve(values.from), client);
if (!former || !existsSync(former)) {
  console.error('Name the folder of the release that runs now: node scripts/keep-assets.mjs --from /opt/applaud');
  process.exit(1);
}
console.log(`Scripts and styles kept of ${values.from}: ${keepFormerAssets(former, join(root, client))}`);
