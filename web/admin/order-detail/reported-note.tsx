// Below the links of an order: the status and the counts of sent links are the provider's report.
import { usePageTexts } from '../texts/shown-texts.ts';
import type { PostDelivery } from './read-order.ts';

export function ReportedNote({ deliveries }: { deliveries: readonly PostDelivery[] | null | undefined }) {
  const { orderPage } = usePageTexts();
  if (!deliveries?.some(({ status }) => status === 'sent')) return null;
  return <p className="mt-1 text-xs text-muted">{orderPage.reported}</p>;
}
