import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { visitorsQuery } from './watch-queries.ts';

test('ADM-VIS-13: without a token the visitors are not asked for', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await expect(client.fetchQuery(visitorsQuery(() => null, 'day'))).rejects.toThrow('No authentication token found');
});
