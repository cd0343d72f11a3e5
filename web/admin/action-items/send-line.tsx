// The first line of the overview: the links to send, and the plan of a bulk send of all of them.
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Api } from '../../api.ts';
import { formatCount, formatUsd } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Allowed } from '../allowed.tsx';
import { readOrder } from '../order-detail/read-order.ts';
import { type Plan, planSend } from '../orders/bulk-plan.ts';
import { queryFailure } from '../query-client.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { actionItemsQuery, type LinksToSend, useRenewItems } from './action-item-queries.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../orders/bulk-dialog.tsx')).BulkDialog }));

/** The largest page of the list. What is left is sent by the next plan. */
const ordersAtOnce = 200;

/** Its dialog stays while it runs, although the last link may be sent by then. */
export function SendLine() {
  const { actionItems } = useTexts();
  const { api } = useAdmin();
  const toSend = useQuery(actionItemsQuery(api)).data?.to_send;
  const toast = useToast();
  const renew = useRenewItems();
  const plan = useMutation({
    mutationFn: async (shown: LinksToSend) => ({ shown, of: await loadPlan(api) }),
    onError: (error) => toast({ title: actionItems.noPlan, description: queryFailure(error), tone: 'error' }),
  });
  return (
    <>
      {toSend ? (
        <section
          aria-labelledby="to-send"
          className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-l-4 border-hairline border-l-brand bg-surface px-4 py-3"
        >
          <h2 id="to-send" className="text-base font-semibold tabular-nums">
            {actionItems.toSend(
              [toSend.links, formatCount(toSend.links)],
              [toSend.orders, formatCount(toSend.orders)],
              money(toSend.cost, toSend.currency),
              money(toSend.balance, toSend.currency),
            )}
          </h2>
          <Allowed call="sendPost">
            <Button
              size="sm"
              variant="primary"
              waiting={plan.isPending}
              disabled={plan.isPending}
              onClick={() => plan.mutate(toSend)}
            >
              {actionItems.reviewAndSend}
            </Button>
          </Allowed>
        </section>
      ) : null}
      {plan.data ? (
        <Suspense>
          <BulkDialog
            title={actionItems.sendTitle}
            confirmLabel={actionItems.sendLinks(plan.data.of.steps.length, formatCount(plan.data.of.steps.length))}
            plan={plan.data.of}
            warning={sentencesOf(actionItems, plan.data.shown, plan.data.of)}
            onClose={() => {
              plan.reset();
              void renew();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** All unsent links of paid orders, the oldest order first, without the orders that have none. */
async function loadPlan(api: Api): Promise<Plan> {
  const query = { queue: 'to_send', sort: 'oldest', limit: ordersAtOnce } as const;
  const orders = (await api.call('GET /api/orders', { query })).map(readOrder);
  const sent = await api.call('POST /api/orders/api-orders-batch', { body: { orderIds: orders.map(({ id }) => id) } });
  const deliveries = new Map(sent.map(({ orderId, apiOrders }) => [orderId, apiOrders]));
  return planSend(orders, (orderId) => deliveries.get(orderId));
}

type Texts = ReturnType<typeof useTexts>['actionItems'];

function sentencesOf(texts: Texts, { units, cost, balance, currency, links }: LinksToSend, plan: Plan): string {
  const named = units.map(({ category, quantity }) => texts.units[category](formatCount(quantity))).join(', ');
  const sentences = [texts.sendFigures(named, money(cost, currency), money(balance, currency)), texts.sendHelp];
  if (plan.steps.length < links) sentences.push(texts.sendPart(formatCount(plan.steps.length), formatCount(links)));
  return sentences.join(' ');
}

/** Null where the amount is unknown. */
function money(amount: number | null, currency: string): string | null {
  if (amount === null) return null;
  return currency === 'USD' ? formatUsd(Math.round(amount * 100)) : `${amount.toFixed(2)} ${currency}`;
}
