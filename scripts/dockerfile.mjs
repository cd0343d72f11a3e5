// @ts-check
// Reads deploy/Dockerfile: its instructions by stage, in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';

/** @typedef {{ word: string, value: string }} Instruction */

/** @returns {{ base: string, suite: string, nodeMajor: string, build: Instruction[], image: Instruction[] }} */
export function readDockerfile() {
  const text = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const all = lines.map((line) => {
    const [, word = '', value = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return { word, value };
  });
  const base = all[0]?.word === 'ARG' ? all[0].value.replace(/^BASE=/, '') : '';
  const [, nodeMajor, suite] = /^node:(\d+)-(\w+)-slim$/.exec(base) ?? [];
  if (!nodeMajor || !suite) throw new Error(`deploy/Dockerfile: the base is not node:MAJOR-SUITE-slim, but ${base}.`);
  const [first = -1, second = -1] = all.flatMap(({ word }, index) => (word === 'FROM' ? [index] : []));
  return { base, suite, nodeMajor, build: all.slice(first + 1, second), image: all.slice(second + 1) };
}

/** `A=1 B=2` of ENV. @param {string} value @returns {Record<string, string>} */
export function readAssignments(value) {
  return Object.fromEntries([...value.matchAll(/(\w+)=(\S+)/g)].map(([, name, one]) => [name, one]));
}
