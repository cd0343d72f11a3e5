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
import type { GroupKind, Wording } from './group-plans.ts';

const groupActs: Record<GroupKind, { call: EndpointName; wording: Wording }> = {
  dispatch_failed: { call: 'sendPost', wording: 'retryAll' },
  delivery_stopped: { call: 'refundOrder', wording: 'refundAll' },
  drop_reported: { call: 'refillPost', wording: 'refillAll' },
  refill_refused: { call: 'refillPost', wording: 'refillAll' },
  dead_job: { call: 'retryJob', wording: 'retryAll' },
};

/** `onConfirm` shows the confirmation, which stays open when the last item of the group is gone. */
type GroupActsProps = { group: CauseGroup; onConfirm: (confirmation: BulkConfirmation) => void };

/** Renders nothing for a single item, which has its own button. */
export function GroupActs({ group, onConfirm }: GroupActsProps) {
  const isAllowed = useAllowed();
  const { kind, count, refund } = group;
  if (!hasGroupAct(kind) || count < 2 || !isAllowed(groupActs[kind].call)) return null;
  if (groupActs[kind].wording === 'refundAll' && !refund) return null;
  return <GroupAct kind={kind} group={group} onConfirm={onConfirm} />;
}

function hasGroupAct(kind: ActionItemKind): kind is GroupKind {
  return Object.hasOwn(groupActs, kind);
}

function GroupAct({ kind, group, onConfirm }: GroupActsProps & { kind: GroupKind }) {
  const { count, more, refund, cause } = group;
  const { wording } = groupActs[kind];
  const texts = useItemTexts();
  const load = async (api: Api) => {
    const { loadConfirmation } = await import('./group-plans.ts');
    return loadConfirmation(api, { kind, cause }, wording, texts);
  };
  const prepare = useAct(load, {
    failed: texts.actionItems.failed,
    onDone: (confirmation) => confirmation && onConfirm(confirmation),
  });
  const shown = more ? `${formatCount(count)}+` : formatCount(count);
  return (
    <RunButton act={prepare} onClick={() => prepare.run(undefined)}>
      {texts.itemRows[wording](wording === 'refundAll' ? formatDollars(refund ?? 0) : shown)}
    </RunButton>
  );
}
