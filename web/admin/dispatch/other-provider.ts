// Whether a link can go to another provider.
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../admin-context.tsx';
import { providersQuery } from '../provider/providers-queries.ts';

/** True when a second provider gets new links of this category. */
export function useHasOtherProvider(category: string): boolean {
  const { api } = useAdmin();
  const { data = [] } = useQuery(providersQuery(api));
  const serving = data.filter(({ enabled, used }) => enabled && used?.some((service) => service.category === category));
  return serving.length > 1;
}
