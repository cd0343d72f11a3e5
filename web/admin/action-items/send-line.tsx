// The first line of the overview: the links to send, and the plan of a bulk send of all of them.
import { useQueryClient } from '@tanstack/react-query';
import type { Api } from '../../api.ts';
import { useAdmin } from '../admin-context.tsx';
import { Allowed, useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { layerOnDemand, loadWithPageTexts } from '../page-on-demand.tsx';
import { providerAmount } from '../provider/provider-amount.ts';
import { costOf } from '../provider/send-cost.ts';
import { useTexts } from '../texts/shown-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { actionItemsCall, useActionItems } from './action-items.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

const BulkDialog = layerOnDemand(() => loadWithPageTexts(() => import('../orders/bulk-dialog.tsx')));

/** A server of the version before returns none. */
const noRests = { links: 0, quantity: 0 };

/** Its dialog stays while it runs, although the last link may be sent by then. A request opens the plan. */
export function SendLine({ requested }: { requested: RequestedItem | null }) {
  const { actionItems } = useTexts();
  const { api } = useAdmin();
  const toSend = useActionItems().data?.to_send;
  const rests = toSend?.rests ?? noRests;
  const providers = useApi('GET /api/admin/providers', {}, { enabled: toSend !== undefined }).data ?? [];
  const { cost, balance, currency } = costOf(toSend?.units ?? [], providers);
  const queries = useQueryClient();
  const isAllowed = useAllowed();
  const plan = useAct(async (_, due: number) => withPart(actionItems, await loadConfirmation(api), due), {
    failed: actionItems.noPlan,
  });
  useOnRequest(requested, requested?.act === 'send' && toSend !== undefined && isAllowed('sendPost'), () => {
    if (toSend) plan.run(toSend.links);
  });
  return (
    <>
      {toSend ? (
        <section
          aria-labelledby="to-send"
          className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-l-4 border-hairline border-l-brand bg-surface px-4 py-3"
        >
          <div className="tabular-nums">
            <h2 id="to-send" className="text-base font-semibold">
              {actionItems.toSend(
                [toSend.links, formatCount(toSend.links)],
                [toSend.orders, formatCount(toSend.orders)],
                amountOf(cost, currency),
                amountOf(balance, currency),
              )}
            </h2>
            {rests.links > 0 ? (
              <p className="text-sm text-muted">
                {actionItems.rests(rests.links, formatCount(rests.links), formatCount(rests.quantity))}
              </p>
            ) : null}
          </div>
          <Allowed call="sendPost">
            <RunButton act={plan} variant="primary" onClick={() => plan.run(toSend.links)}>
              {actionItems.reviewAndSend}
            </RunButton>
          </Allowed>
        </section>
      ) : null}
      {plan.answer ? (
        <BulkDialog
          {...plan.answer}
          onClose={() => {
            plan.reset();
            void queries.invalidateQueries({ queryKey: [actionItemsCall] });
          }}
        />
      ) : null}
    </>
  );
}

/** The confirmation for the unsent links of paid orders, the oldest order first. */
async function loadConfirmation(api: Api): Promise<BulkConfirmation> {
  const [{ loadAll }, { sendConfirmation }] = await Promise.all([
    import('../orders/order-pages.ts'),
    loadWithPageTexts(() => import('../orders/bulk-plan.ts')),
  ]);
  const { orders, deliveries } = await loadAll(api, { queue: 'to_send', sort: 'oldest' });
  return sendConfirmation(orders, (orderId) => deliveries.get(orderId), true);
}

/** The plan may have fewer links than are due. */
function withPart({ sendPart }: Texts['actionItems'], confirmation: BulkConfirmation, due: number): BulkConfirmation {
  const { length } = confirmation.plan.steps;
  if (length >= due) return confirmation;
  return { ...confirmation, warning: `${confirmation.warning} ${sendPart(formatCount(length), formatCount(due))}` };
}

/** Null where the amount is unknown. */
function amountOf(amount: number | null, currency: string): string | null {
  return amount === null ? null : providerAmount(amount, currency);
}
