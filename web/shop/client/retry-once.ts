// One retry, but none for a 4xx: a repeat would return the same error.
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
