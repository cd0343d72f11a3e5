// Acts on what is sold: confirm a service, apply the price of a margin rule, pause an offer or sell it again. Action items and the
// changes of services have them.
import { useState } from 'react';
import { categories } from '../../../contract/category.ts';
import { useAct } from '../kit/use-act.ts';
import { providerCalls, settingsCalls } from '../live-calls.ts';
import { layerOnDemand } from '../page-on-demand.tsx';
import type { TextsWithItems } from '../texts/texts.ts';
import { ActButton } from './act-button.tsx';
import { actionItemsCall } from './action-items.ts';

const PauseQuestion = layerOnDemand(() => import('../pause-question.tsx'));

/** The texts are passed: not every page has loaded those of action items. */
type WithTexts = { texts: TextsWithItems['itemRows'] };

type ConfirmServiceProps = WithTexts & { providerId: string; serviceId: string; mark: string };

export function ConfirmServiceAct({ texts, providerId: id, serviceId: service_id, mark }: ConfirmServiceProps) {
  const confirm = useAct('POST /api/admin/providers/{id}/confirm-service', {
    renews: [actionItemsCall, ...providerCalls],
    done: { title: texts.serviceConfirmed },
  });
  return (
    <ActButton act={confirm} onClick={() => confirm.run({ params: { id }, body: { service_id, mark } })}>
      {texts.confirmService}
    </ActButton>
  );
}

/** `subject`: of the action item `price_proposed`. */
export function ApplyPriceAct({ texts, subject, children }: WithTexts & { subject: string; children: string }) {
  const apply = useAct('POST /api/admin/store-settings/apply-price', {
    renews: [actionItemsCall, ...settingsCalls, ...providerCalls],
    done: { title: texts.priceApplied },
  });
  return (
    <ActButton act={apply} onClick={() => apply.run({ body: { subject } })}>
      {children}
    </ActButton>
  );
}

type SellingProps = WithTexts & {
  /** Of the offer. */
  name: string;
  of: { category?: string | undefined; offer?: string | undefined };
  paused: boolean;
  children: string;
};

export function SellingAct({ texts, name, of, paused, children }: SellingProps) {
  const category = categories.find((one) => one === of.category);
  const [isAsking, setAsking] = useState(false);
  const pause = useAct('PUT /api/admin/selling-pause', {
    renews: [actionItemsCall, ...settingsCalls, ...providerCalls],
    onDone: () => setAsking(false),
    done: { title: paused ? texts.sellingPaused(name) : texts.soldAgain(name) },
  });
  const run = () => pause.run({ body: of.offer ? { offer: of.offer, paused } : { category, paused } });
  return (
    <>
      <ActButton act={pause} onClick={() => (paused ? setAsking(true) : run())}>
        {children}
      </ActButton>
      {isAsking ? (
        <PauseQuestion kind="category" name={name} act={pause} onConfirm={run} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}
