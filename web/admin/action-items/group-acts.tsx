// A bulk act on all items of one cause: a confirmation lists the items, then they run one after the other, each with a result.
import type { EndpointName } from '../../../contract/index.ts';
import type { Api } from '../../api.ts';
import { useAllowed } from '../allowed.tsx';
import { formatCount } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import type { BulkConfirmation } from '../orders/bulk-plan.ts';
import { useItemTexts } from '../texts/shown-texts.ts';
import type { ActionItemKind } from './action-items.ts';
import type { CauseGroup } from './causes.ts';
import type { Wording } from './group-plans.ts';

const groupActs: Partial<Record<ActionItemKind, { call: EndpointName; wording: Wording }>> = {
  dispatch_failed: { call: 'sendPost', wording: 'retryAll' },
  delivery_stopped: { call: 'refundOrder', wording: 'refundAll' },
  drop_reported: { call: 'refillPost', wording: 'refillAll' },
  refill_refused: { call: 'refillPost', wording: 'refillAll' },
  dead_job: { call: 'retryJob', wording: 'retryAll' },
};

/** `onConfirm` shows the confirmation, which stays open when the last item of the group is gone. */
type GroupActsProps = { group: CauseGroup; onConfirm: (confirmation: BulkConfirmation) => void };

/** Renders nothing for a single item, which has its own button. */
export function GroupActs({ group: { kind, count, more, refund, cause }, onConfirm }: GroupActsProps) {
  const texts = useItemTexts();
  const isAllowed = useAllowed();
  const act = groupActs[kind];
  const load = async (api: Api) => {
    const { loadConfirmation } = await import('./group-plans.ts');
    return loadConfirmation(api, { kind, cause }, act?.wording ?? 'retryAll', texts);
  };
  const prepare = useAct(load, {
    failed: texts.actionItems.failed,
    onDone: (confirmation) => confirmation && onConfirm(confirmation),
  });
  if (!act || count < 2 || !isAllowed(act.call) || (act.wording === 'refundAll' && !refund)) return null;
  const shown = more ? `${formatCount(count)}+` : formatCount(count);
  const label = act.wording === 'refundAll' ? formatDollars(refund ?? 0) : shown;
  return (
    <RunButton act={prepare} onClick={() => prepare.run(undefined)}>
      {texts.itemRows[act.wording](label)}
    </RunButton>
  );
}
