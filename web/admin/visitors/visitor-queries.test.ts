import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createAdmin } from '../admin-context.tsx';
import { visitorsQuery } from './visitor-queries.ts';

test('ADM-VIS-13: without a token the visitors are not asked for', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(
    client.fetchQuery(
      visitorsQuery(
        createAdmin(null, () => undefined),
        'day',
      ),
    ),
  ).rejects.toThrow('No authentication token found');
});
