// @ts-check
// Strips types for processes that tests fork: Node does so by default only from 22.18. Vitest does it for the tests.
import { register } from 'node:module';
import process from 'node:process';

if (process.argv[1]?.endsWith('.ts')) register('./typescript-hooks.mjs', import.meta.url);
