// Confirms a service test: the units that all runs deliver, and their cost.
import type { CallFor } from '../../../contract/index.ts';
import { testOrderTotal } from '../../../contract/test-order-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount, formatDecimal } from '../amounts.ts';
import { useApi } from '../kit/use-api.ts';
import type { SetupTexts } from '../texts/setup-texts.ts';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

export type TestBody = CallFor<'POST /api/proxy'>['body'];

/** The API tab always shows the default provider. */
const providerId = 'default';

type ConfirmProps = { order: TestBody; onCancel: () => void; onConfirm: () => void };

export function ConfirmTestOrder({ order, onCancel, onConfirm }: ConfirmProps) {
  const { providerTest: texts } = useSetupTexts();
  const { common } = useTexts();
  const { quantity = 0, runs, interval } = order;
  const service = String(order.service ?? '');
  const total = testOrderTotal({ quantity, runs });
  const cost = useCost(service);
  return (
    <Dialog title={texts.confirm} onClose={onCancel}>
      <p className="mt-2 text-sm">{texts.confirmHelp(formatCount(total))}</p>
      {runs === undefined ? null : (
        <p className="mt-1 text-sm text-muted">{texts.inRuns(formatCount(quantity), formatCount(runs), interval)}</p>
      )}
      <p className="mt-1 text-sm text-muted">{costSentence(cost, total, service, texts)}</p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button size="sm" variant="primary" onClick={onConfirm}>
          {texts.place}
        </Button>
      </div>
    </Dialog>
  );
}

type Cost = { isLoading: boolean; per1000: number | null; currency: string };

// Reads a saved service from the provider list, and an unsaved one from the imported catalog.
function useCost(serviceId: string): Cost {
  const providers = useApi('GET /api/admin/providers', {});
  const provider = providers.data?.find(({ id }) => id === providerId);
  const used = provider?.used.find((one) => one.service_id === serviceId);
  const search = useApi(
    'GET /api/admin/providers/{id}/services',
    { params: { id: providerId }, query: { search: serviceId, limit: 50 } },
    { enabled: !providers.isPending && used === undefined },
  );
  const found = search.data?.find((one) => one.service_id === serviceId);
  return {
    isLoading: providers.isPending || search.isFetching,
    per1000: used?.cost_per_1000 ?? found?.cost_per_1000 ?? null,
    currency: provider?.currency?.toUpperCase() || 'USD',
  };
}

function costSentence(
  { isLoading, per1000, currency }: Cost,
  total: number,
  serviceId: string,
  texts: SetupTexts['providerTest'],
): string {
  if (isLoading) return texts.costLoading;
  if (per1000 === null) return texts.costUnknown(serviceId);
  const money = (amount: number) =>
    currency === 'USD' ? usd.format(amount) : `${formatDecimal(amount, 4)} ${currency}`;
  return texts.cost(money((total * per1000) / 1000), money(per1000));
}

const usd = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
