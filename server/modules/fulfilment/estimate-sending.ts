// What sending would cost now, and the funds for it, at the provider that gets the next links.
import type { Category } from '../../../contract/category.ts';
import type { Settings } from '../../ports/settings.ts';
import type { CatalogueRepository } from './catalogue.repository.ts';

export type EstimateSendingDeps = {
  settings: Pick<Settings, 'providers'>;
  catalogue: Pick<CatalogueRepository, 'ratesOf' | 'snapshots'>;
};

export function createEstimateSending({ settings, catalogue }: EstimateSendingDeps) {
  /** Null where it is unknown. With several providers there is no common balance or currency. */
  return async function estimateSending(units: readonly { category: Category; quantity: number }[]) {
    const enabled = (await settings.providers()).filter((to) => to.enabled);
    const services = units.flatMap(({ category, quantity }) => {
      const to = enabled.find(({ serviceIds }) => serviceIds[category] !== '');
      return to ? [{ providerId: to.id, serviceId: to.serviceIds[category], quantity }] : [];
    });
    const [first] = services;
    const isOneProvider = services.every(({ providerId }) => providerId === first?.providerId);
    if (!first || services.length < units.length || !isOneProvider)
      return { cost: null, balance: null, currency: 'USD' };
    const rates = await catalogue.ratesOf(services);
    const micros = services.map(({ providerId, serviceId, quantity }) => {
      const rate = rates.get(`${providerId} ${serviceId}`);
      return rate === undefined ? null : (rate * quantity) / 1_000;
    });
    const look = (await catalogue.snapshots()).find(({ providerId }) => providerId === first.providerId);
    const balance = look?.balance ?? null;
    return {
      cost: micros.includes(null) ? null : micros.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 1_000_000,
      balance: balance === null ? null : Number(balance),
      currency: look?.currency || 'USD',
    };
  };
}
