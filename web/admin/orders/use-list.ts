// The query of the shown list, for the links to its orders.
import { useSearchParams } from 'wouter';
import { listOf } from './list-filter.ts';

export function useList(): string {
  const [params] = useSearchParams();
  return listOf(params);
}
