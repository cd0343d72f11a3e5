// API-5: a query is repeated once, but not what the store refused (4xx): asking again would change nothing.
import { ApiError } from '../../api.ts';

const waitMs = 1_000;

export async function retryOnce<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return query();
  }
}
