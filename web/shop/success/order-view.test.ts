import { expect, it } from 'vitest';
import { viewOf } from './order-view.ts';

it('RES-2: the status of an order is compared in lower case', () => {
  const written = ['completed', 'Completed', 'COMPLETED', 'failed', 'Failed', 'FAILED', 'PENDING', 'Paid'];
  expect(written.map((status) => viewOf({ status }))).toEqual([
    ...['completed', 'completed', 'completed'],
    ...['failed', 'failed', 'failed'],
    ...['pending', 'pending'],
  ]);
});
