// @ts-check
// Removes the types of a module that Node loads.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  return { format: 'module', source: code, shortCircuit: true };
}
