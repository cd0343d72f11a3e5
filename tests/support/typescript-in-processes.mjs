// @ts-check
// Processes that tests fork run the sources: Node removes types by itself from 22.18 on only. Vitest does it for the tests.
import { register } from 'node:module';
import process from 'node:process';

if (process.argv[1]?.endsWith('.ts')) register('./typescript-hooks.mjs', import.meta.url);
