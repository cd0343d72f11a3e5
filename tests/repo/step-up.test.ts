// Every admin call that writes needs a recent proof, or says why not.
import { expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';

const writing = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { method, access }]) => method !== 'GET' && access !== 'public',
);

test('D-30: a call that writes declares its step-up, or the reason why it has none', () => {
  const undeclared = writing.filter(([, { stepUp }]) => stepUp === undefined).map(([name]) => name);
  expect(undeclared, 'declare `stepUp` for these calls in contract/').toEqual([]);
});

test('D-30: reasons are sentences of their own, and a read needs no proof', () => {
  const reasons = writing.flatMap(([, { stepUp }]) => (typeof stepUp === 'object' ? Object.values(stepUp) : []));
  for (const reason of reasons) expect(reason).toMatch(/^[a-z].{9,}[^.]$/);
  const reads = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { method }]) => method === 'GET');
  expect(reads.filter(([, { stepUp }]) => stepUp !== undefined)).toEqual([]);
});
