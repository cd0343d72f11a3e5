// The printed document: what the store recorded about one order, in the language of its reader.
import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import { type Language, languageTags } from '../../../contract/languages.ts';
import { isErasedEmail } from '../../../contract/retention.ts';
import { useAdmin } from '../admin-context.tsx';
import { countryName } from '../country-names.ts';
import type { LoadedEvidenceTexts } from '../texts/evidence-texts.ts';
import { DeliverySections } from './delivery-sections.tsx';
import { createEvidenceFormat } from './evidence-format.ts';
import { type Evidence, FactGrid, type PartProps, Section, Sheet } from './evidence-parts.tsx';
import { MailSections } from './mail-sections.tsx';
import { PaymentSections } from './payment-sections.tsx';
import { TermsAppendix, termsId } from './terms-appendix.tsx';

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
  const category = states.category(order.category.toLowerCase());
  const country = order.network_country;
  return (
    <Section title={own.order}>
      <FactGrid
        facts={[
          [own.number, order.id],
          [own.product, own.units(format.count(order.quantity), category.toLowerCase())],
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
