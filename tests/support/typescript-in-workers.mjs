// @ts-check
// Worker threads of tests run the sources: Node removes types by itself from 22.18 on only. Vitest does it for the tests.
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (!isMainThread) register('./typescript-hooks.mjs', import.meta.url);
