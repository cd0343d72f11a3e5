// The printed document: what the store recorded about one order, in the language of its reader.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { gatewayTitles } from '../../../contract/gateways.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { sectionsOf } from '../../../contract/legal-text.ts';
import { isErasedEmail } from '../../../contract/retention.ts';
import { walletTitles } from '../../../contract/wallets.ts';
import { classNames } from '../../ui/class-names.ts';
import { useAdmin } from '../admin-context.tsx';
import { countryName } from '../country-names.ts';
import type { LoadedEvidenceTexts } from '../texts/evidence-texts.ts';
import { DeliverySections } from './delivery-sections.tsx';
import { createEvidenceFormat } from './evidence-format.ts';
import { type Evidence, FactGrid, type PartProps, Section, Sheet } from './evidence-parts.tsx';

type DocumentProps = { evidence: Evidence; language: AdminLanguage; texts: LoadedEvidenceTexts };

export function EvidenceDocument({ evidence, language, texts }: DocumentProps) {
  const format = createEvidenceFormat(language);
  const part = { evidence, texts, format };
  return (
    <article
      lang={format.tag}
      className="rounded-card border border-hairline bg-surface px-4 py-5 sm:px-8 sm:py-7 print:rounded-none print:border-0 print:p-0"
    >
      <Head {...part} />
      <Disputes {...part} />
      <OrderFacts {...part} />
      <PaymentSections {...part} />
      <DeliverySections {...part} />
      <MailSections {...part} />
      <TermsAppendix {...part} />
    </article>
  );
}

function Head({ evidence: { order, seller, prepared_at }, texts: { own }, format }: PartProps) {
  const { store } = useAdmin();
  const notes = [
    store.sandbox ? own.sandbox : null,
    isErasedEmail(order.customer_email) ? own.erased : null,
    order.deleted_at === null ? null : own.hidden,
  ].filter((note) => note !== null);
  return (
    <header>
      <h1 className="text-xl font-semibold">{own.title(order.id)}</h1>
      <p className="mt-1 text-sm text-muted">
        {`${own.prepared(seller.store, format.exactTime(prepared_at))}. ${own.zone(format.zone)}`}
      </p>
      <p className="mt-2 text-sm whitespace-pre-line empty:hidden">
        {[seller.name, seller.address, seller.tax_id && own.taxId(seller.tax_id)].filter(Boolean).join('\n')}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm font-semibold">
          {note}
        </p>
      ))}
    </header>
  );
}

function Disputes({ evidence: { disputes }, texts: { own }, format }: PartProps) {
  if (disputes.length === 0) return null;
  return (
    <Section title={own.disputes}>
      <Sheet
        label={own.disputes}
        columns={[own.paymentState, own.opened, own.due, own.outcome]}
        none={own.none}
        rows={disputes.map(({ payment, opened_at, due_at, won_at }) => ({
          key: opened_at,
          cells: [
            own.dispute(payment),
            format.time(opened_at),
            due_at === null ? own.noDue : format.time(due_at),
            won_at === null ? own.open : own.won(format.time(won_at)),
          ],
        }))}
      />
    </Section>
  );
}

function OrderFacts({ evidence: { order, terms }, texts: { own, shared }, format }: PartProps) {
  const { states } = shared;
  const quantity = format.count(order.quantity);
  const product = order.offer_name
    ? `${quantity} ${order.offer_name}`
    : own.units(quantity, states.category(order.category.toLowerCase()).toLowerCase());
  const country = order.network_country;
  return (
    <Section title={own.order}>
      <FactGrid
        facts={[
          [own.number, order.id],
          [own.product, product],
          [own.placed, format.time(order.created_at)],
          [own.price, `${format.dollars(order.amount)} (${order.currency})`],
          [own.paid, format.timeOrNull(order.paid_at)],
          [own.refunded, order.refunded_amount > 0 ? format.dollars(order.refunded_amount) : null],
          [own.email, isErasedEmail(order.customer_email) ? own.emailErased : order.customer_email],
          [own.country, country === null ? own.notRecorded : countryName(country, format.tag)],
          [own.paymentState, states.payment[order.payment]],
          [own.deliveryState, states.delivery[order.delivery.state]],
          [own.language, languageName(order.language, format.tag)],
          [own.terms, terms === null ? own.notRecorded : <Terms key="terms" terms={terms} own={own} format={format} />],
        ]}
      />
    </Section>
  );
}

type TermsProps = {
  terms: NonNullable<Evidence['terms']>;
  own: PartProps['texts']['own'];
  format: PartProps['format'];
};

function Terms({ terms, own, format }: TermsProps) {
  const words = own.termsVersion(terms.version, format.day(terms.changed_at));
  if (terms.texts === null) return <span>{`${words}. ${own.termsNotStored}`}</span>;
  return (
    <a href={`#${termsId}`} className="underline underline-offset-4">
      {words}
    </a>
  );
}

/** "English", in the language of the document. */
function languageName(language: Language, tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(languageTags[language]) ?? language;
}

// The accepted texts at the end of the evidence. Long texts are shown on the screen only, not printed.

const termsId = 'terms';

/** About six printed pages. */
const mostPrinted = 20_000;

function TermsAppendix({ evidence: { terms, order }, texts: { own } }: PartProps) {
  if (!terms?.texts) return null;
  const isLong = terms.texts.terms.length + terms.texts.refunds.length > mostPrinted;
  return (
    <Section title={own.appendix} id={termsId} note={own.appendixHelp} isLong className="print:break-before-page">
      {terms.hash === null ? null : <p className="text-xs break-all text-muted">{own.hash(terms.hash)}</p>}
      {isLong ? <p className="hidden text-sm print:block">{own.tooLong}</p> : null}
      <div
        lang={languageTags[order.language]}
        className={classNames('max-w-prose print:max-w-none', isLong && 'print:hidden')}
      >
        <LegalText title={own.termsTitle} text={terms.texts.terms} />
        <LegalText title={own.refundsTitle} text={terms.texts.refunds} />
      </div>
    </Section>
  );
}

function LegalText({ title, text }: { title: string; text: string }) {
  if (text === '') return null;
  return (
    <div className="mt-5">
      <h3 className="break-after-avoid font-semibold">{title}</h3>
      {sectionsOf(text).map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same heading
        <div key={at} className="mt-3 text-sm">
          {section.heading ? <h4 className="break-after-avoid font-semibold">{section.heading}</h4> : null}
          {section.text.map((paragraph) => (
            <p key={paragraph} className="mt-1">
              {paragraph}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
}

// The emails to the buyer, and the buyer's messages with the replies, in the evidence of an order.

function MailSections({ evidence: { emails, messages }, texts: { own, shared }, format }: PartProps) {
  const kinds: Partial<Record<string, string>> = shared.inbox.kinds;
  return (
    <>
      <Section title={own.emails}>
        <Sheet
          label={own.emails}
          columns={[own.kind, own.recipient, own.accepted]}
          none={own.none}
          rows={emails.map(({ kind, recipient, state, created_at, sent_at }, at) => ({
            key: `${at} ${created_at}`,
            cells: [
              kinds[kind] ?? kind,
              recipient,
              sent_at !== null && state === 'sent' ? format.time(sent_at) : capitalized(shared.timeline.mails[state]),
            ],
          }))}
        />
      </Section>
      <Section title={own.messages} isLong>
        {messages.length === 0 ? <p className="text-sm">{own.none}</p> : null}
        <ol className="grid gap-5 text-sm">
          {messages.map(({ name, email, subject, message, received_at, replies }) => (
            <li key={received_at}>
              <p className="break-after-avoid text-xs text-muted">
                <span>{`${own.from} `}</span>
                <bdi>{name}</bdi>
                <span> </span>
                <bdi translate="no">{`<${email}>`}</bdi>
                <span>{`, ${format.time(received_at)}`}</span>
              </p>
              <p className="break-after-avoid font-semibold break-words">{subject}</p>
              <p className="break-words whitespace-pre-line">{message}</p>
              {replies.map(({ text, written_at, sent_at }) => (
                <div key={written_at} className="mt-2 border-l-2 border-hairline pl-3">
                  <p className="break-after-avoid text-xs text-muted">
                    {[own.reply(format.time(written_at)), sent_at && own.replyAccepted(format.time(sent_at))]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                  <p className="break-words whitespace-pre-line">{text}</p>
                </div>
              ))}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// The payments and the refunds in the evidence of an order.

function PaymentSections({ evidence: { payments, refunds }, texts: { own, shared }, format }: PartProps) {
  // By the stored name. A newer version may have stored an unknown one.
  const gatewayNames: Readonly<Record<string, string>> = { ...gatewayTitles, manual: shared.payments.bankTransfer };
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
