// Adds or changes a payout of a gateway that does not list its payouts.
import { useState } from 'react';
import type { CallFor } from '../../../contract/index.ts';
import {
  countDays,
  payoutLimits,
  type TypedPayoutGateway,
  typedPayoutGateways,
} from '../../../contract/payout-rules.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import { Field } from '../../ui/field.tsx';
import { shownZone } from '../../ui/format-date.ts';
import { formatDecimal } from '../amounts.ts';
import { AmountField } from '../kit/amount-field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAct } from '../kit/use-act.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { readDollars } from '../typed-amounts.ts';
import { DayField } from './dated-entries.tsx';
import { type Payout, payoutCalls, useGatewayName } from './payout-parts.tsx';

type PayoutBody = CallFor<'POST /api/admin/finances/payouts'>['body'];

export function PayoutDialog({ payout, onClose }: { payout: Payout | null; onClose: () => void }) {
  const { payouts: texts } = usePageTexts().finances;
  const nameOf = useGatewayName();
  const today = dayIn(shownZone(), new Date());
  const [gateway, setGateway] = useState<TypedPayoutGateway>(
    typedPayoutGateways.find((known) => known === payout?.gateway) ?? 'mpgs',
  );
  const [day, setDay] = useState(payout?.day ?? today);
  const [amount, setAmount] = useState(payout ? formatDecimal(payout.amount, 2) : '');
  const [from, setFrom] = useState(payout?.from ?? '');
  const [to, setTo] = useState(payout?.to ?? '');
  const [note, setNote] = useState(payout?.note ?? '');
  const act = useAct(
    (api, body: PayoutBody) =>
      payout
        ? api.call('PUT /api/admin/finances/payouts/{id}', { params: { id: payout.id }, body })
        : api.call('POST /api/admin/finances/payouts', { body }),
    { renews: payoutCalls, done: { title: payout ? texts.changed : texts.added }, onDone: onClose },
  );
  const typed = readDollars(amount);
  const dollars = typed >= payoutLimits.least && typed <= payoutLimits.most ? typed : Number.NaN;
  const hasDays = day !== '' && from !== '' && to !== '';
  const isPeriod = !hasDays || (from <= to && countDays(from, to) <= payoutLimits.days);
  const isWhole = hasDays && isPeriod && !Number.isNaN(dollars);
  return (
    <FormDialog
      title={payout ? texts.editTitle : texts.add}
      act={act}
      label={texts.save}
      incomplete={!isWhole}
      failure={isPeriod ? act.failure : texts.periodWrong(String(payoutLimits.days))}
      onClose={onClose}
      onSubmit={() => act.run({ gateway, day, amount: dollars, currency: 'USD', from, to, note: note.trim() })}
    >
      <p className="text-muted">{texts.addHelp}</p>
      <SelectField
        label={texts.gateway}
        options={typedPayoutGateways.map((value) => ({ value, label: nameOf(value) }))}
        value={gateway}
        onChange={setGateway}
      />
      <DayField label={texts.day} value={day} onChange={setDay} />
      <AmountField
        label={texts.amountInDollars}
        value={amount}
        amount={dollars}
        problem={texts.amountInvalid}
        onChange={setAmount}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <DayField label={texts.from} value={from} onChange={setFrom} />
        <DayField label={texts.to} value={to} onChange={setTo} />
      </div>
      <Field
        label={texts.note}
        maxLength={payoutLimits.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
