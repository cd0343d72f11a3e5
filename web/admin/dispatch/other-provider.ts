// Whether a link can go to another provider.
import { useApi } from '../kit/use-api.ts';

/** True when a second provider gets new links of this category. */
export function useHasOtherProvider(category: string): boolean {
  const { data = [] } = useApi('GET /api/admin/providers', {});
  const serving = data.filter(({ enabled, used }) => enabled && used?.some((service) => service.category === category));
  return serving.length > 1;
}
