// The payments and the refunds in the evidence of an order.
import { gatewayTitles } from '../../../contract/gateways.ts';
import { walletTitles } from '../../../contract/wallets.ts';
import { FactGrid, type PartProps, Section, Sheet } from './evidence-parts.tsx';

/** By the name in a payment, which a newer version may have written. */
const gatewayNames: Readonly<Record<string, string>> = gatewayTitles;

export function PaymentSections({ evidence: { payments, refunds }, texts: { own, shared }, format }: PartProps) {
  const cardOf = (brand: string | null, last4: string | null) =>
    last4 === null ? brand : own.cardEnding(brand ?? own.card, last4);
  return (
    <>
      <Section title={own.payments}>
        {payments.length === 0 ? <p className="text-sm">{own.none}</p> : null}
        <ol className="grid gap-4">
          {payments.map((payment) => (
            <li key={payment.number} className="break-inside-avoid">
              {payments.length > 1 ? (
                <h3 className="mb-1.5 text-sm font-semibold">{own.payment(payment.number)}</h3>
              ) : null}
              <FactGrid
                facts={[
                  [own.amount, `${format.dollars(payment.amount)} (${payment.currency})`],
                  [own.state, shared.payments.attempts[payment.state][0]],
                  [own.transaction, payment.transaction_id],
                  [own.gatewayOrder, payment.gateway_order_id],
                  [own.card, cardOf(payment.card_brand, payment.card_last4)],
                  [own.wallet, payment.card_wallet && walletTitles[payment.card_wallet]],
                  [own.gateway, gatewayNames[payment.gateway] ?? payment.gateway],
                  [own.gatewayStatus, payment.gateway_status],
                  [own.declinedTries, format.count(payment.failed_tries)],
                  [own.paymentOpened, format.time(payment.opened_at)],
                  [own.lastChange, format.time(payment.updated_at)],
                ]}
              />
            </li>
          ))}
        </ol>
      </Section>
      <Section title={own.refunds}>
        <Sheet
          label={own.refunds}
          columns={[own.refund, own.amount, own.state, own.undeliveredUnits, own.requested, own.lastChange]}
          none={own.none}
          rows={refunds.map((refund) => ({
            key: refund.id,
            cells: [
              refund.id,
              format.dollars(refund.amount),
              shared.refunds.states[refund.state],
              format.countOrNull(refund.undelivered_quantity),
              format.time(refund.created_at),
              format.time(refund.updated_at),
            ],
          }))}
        />
      </Section>
    </>
  );
}
