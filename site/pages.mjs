// @ts-check
// Copies the documents into pages/, where VitePress reads them.
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const copied = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'sandbox/README.md',
  'docs',
];

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
rmSync(at('pages'), { recursive: true, force: true });
for (const path of copied) {
  mkdirSync(dirname(at(`pages/${path}`)), { recursive: true });
  cpSync(at(`../${path}`), at(`pages/${path}`), { recursive: true });
}
