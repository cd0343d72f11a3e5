// The receipt of one order, for print (A4 and Letter) and for phones. It contains no navigation. Rendered on the server
// only.

import type { ReactNode } from 'react';
import { formatUsd } from '../../../contract/money.ts';
import { countText } from '../../../contract/numbers.ts';
import type { PaymentState } from '../../../contract/order-progress.ts';
import { describeOrder, isPayable } from '../../../contract/order-state.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import { describeNonPost } from '../../../contract/pasted-links.ts';
import { linkName } from '../../../contract/post-links.ts';
import type { Receipt } from '../../../contract/receipt.ts';
import { paidWithText } from '../../../contract/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateIn } from '../../ui/format-date.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { sentenceText, unitOf } from '../order-sentences.ts';
import type { PageProps } from '../page-props.ts';
import { Quantity } from '../quantity.tsx';
import { StoreMark } from '../store-mark.tsx';
import { type Catalogue, textsFor } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';
import { itemOf, ReceiptSums } from './receipt-sums.tsx';

/** The states of a payment that a receipt records. */
type ReceiptState = keyof Catalogue['receipt']['states'];
const receiptStates: readonly ReceiptState[] = ['paid', 'partly_refunded', 'refunded', 'disputed'];

function isReceiptState(payment: PaymentState): payment is ReceiptState {
  return receiptStates.some((state) => state === payment);
}

type PartProps = { data: PageData; receipt: Receipt; texts: Catalogue['receipt'] };

export default function ReceiptPage({ data }: PageProps) {
  const { receipt } = data;
  if (!receipt) throw new Error('A receipt is drawn of an order.');
  const texts = textsFor(data).receipt;
  const part = { data, receipt, texts };
  const { payment } = receipt.facts;
  const state = isReceiptState(payment) ? texts.states[payment] : null;
  return (
    <main className="mx-auto max-w-3xl px-4 py-6 sm:px-6 sm:py-12 print:max-w-none print:p-0">
      {state ? (
        <div className="mb-4 flex justify-end print:hidden">
          <Button data-print hidden>
            {texts.print}
          </Button>
        </div>
      ) : null}
      <article className="rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-10 print:rounded-none print:border-0 print:p-0 print:shadow-none">
        <Heading {...part} />
        {state ? <Paid {...part} state={state} /> : <Unpaid {...part} />}
      </article>
    </main>
  );
}

function Heading({ data, receipt, texts }: PartProps) {
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-b-2 border-ink pb-4">
      <p className="text-lg font-bold">
        <a href={pathOf('home', data.lang)} className="flex items-center gap-2 text-ink">
          <StoreMark logo={data.store.brand.logo} className="size-7" />
          <span translate="no">{data.store.name}</span>
        </a>
      </p>
      <h1 className="text-2xl font-extrabold [overflow-wrap:anywhere]">
        <span>{`${texts.title} `}</span>
        <span className="font-semibold text-muted tabular-nums" translate="no">{`#${receipt.orderId}`}</span>
      </h1>
      {data.sandbox ? (
        <p className="mt-2 w-full border border-ink px-3 py-1 text-center text-sm font-semibold">
          {textsFor(data).shell.sandbox}
        </p>
      ) : null}
    </header>
  );
}

function Paid({ data, receipt, texts, state }: PartProps & { state: string }) {
  const { email } = receipt;
  const paidWith = receipt.paidWith && paidWithText(receipt.paidWith, texts.paidWith);
  return (
    <>
      <section className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <Seller data={data} texts={texts} />
        <dl className="flex flex-col gap-1 self-start text-sm">
          <Fact name={texts.order}>
            <span translate="no">{receipt.orderId}</span>
          </Fact>
          <Fact name={texts.ordered}>{momentOf(receipt.orderedAt, data)}</Fact>
          <Fact name={texts.paid}>{momentOf(receipt.paidAt, data)}</Fact>
          <Fact name={texts.payment}>
            <strong>{state}</strong>
          </Fact>
          {paidWith ? <Fact name={texts.paidWith.title}>{paidWith}</Fact> : null}
          <Fact name={texts.buyer}>
            <span translate="no">{email}</span>
          </Fact>
        </dl>
      </section>
      <ReceiptSums
        receipt={receipt}
        texts={texts}
        count={countText(receipt.quantity, data.lang)}
        dateOf={(sent) => momentOf(sent, data)}
      />
      <section className="mt-8">
        <h2 className="text-sm font-semibold">{texts.posts}</h2>
        <ol className="mt-2 flex list-inside list-decimal flex-col gap-1 text-sm text-muted">
          {receipt.postLinks.map((link) => (
            <li key={link}>
              <PostLink link={link} isOther={receipt.facts.link_rule !== undefined} texts={texts} />
            </li>
          ))}
        </ol>
      </section>
      <footer className="mt-8 border-t border-hairline pt-4 text-sm text-muted">
        <p>{texts.note}</p>
        <p className="break-words">{fill(texts.questions, { email: data.store.support_email })}</p>
      </footer>
    </>
  );
}

/** With what it opens, where that is no post. `isOther`: the order is of another link rule. */
function PostLink({ link, isOther, texts }: { link: string; isOther: boolean; texts: PartProps['texts'] }) {
  const opens = isOther ? null : describeNonPost(link, true);
  return (
    <>
      <span translate="no" className="break-all">
        {link}
      </span>
      {opens ? (
        <span className="block">
          <span translate="no">{linkName(texts.kinds, opens)}</span>
          {opens.kind === 'share' ? null : <span className="before:content-['_·_']">{texts.chosen}</span>}
        </span>
      ) : null}
    </>
  );
}

/** The operator's business details, or the store name when there are none. */
function Seller({ data: { store }, texts }: Pick<PartProps, 'data' | 'texts'>) {
  const { name, address, tax_id } = store.business;
  return (
    <div className="min-w-0 text-sm break-words">
      <h2 className="font-semibold">{texts.seller}</h2>
      <p className="mt-1">{name || store.name}</p>
      {address ? (
        <p className="whitespace-pre-line" translate="no">
          {address}
        </p>
      ) : null}
      {tax_id ? <p>{`${texts.taxId}: ${tax_id}`}</p> : null}
    </div>
  );
}

/** Large text puts the value below its name. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

function Unpaid({ data, receipt, texts }: PartProps) {
  const { order, client } = textsFor(data);
  const { stage, sentences } = describeOrder(receipt.facts);
  const words = {
    texts: order.states,
    lang: data.lang,
    unit: unitOf({ category: receipt.category, offer_name: receipt.offerName }, client.island.states.units),
    dateOf: (at: string) => momentOf(at, data),
  };
  const isOpen = isPayable(receipt.facts) || stage === 'confirming';
  const text = [
    // The sentence of the other pages states that they update automatically.
    ...(stage === 'confirming' ? [texts.confirming] : sentences.map((sentence) => sentenceText(sentence, words))),
    fill(isOpen ? texts.notYet : texts.never, { id: receipt.orderId }),
  ].join(' ');
  return (
    <section className="mt-6">
      <h2 className="text-xl font-bold">{client.island.titles[stage]}</h2>
      <p className="mt-2 max-w-prose text-muted">{text}</p>
      <p className="mt-2 tabular-nums">
        <Quantity count={countText(receipt.quantity, data.lang)} unit={`${itemOf(receipt, texts)}, `} />
        <span translate="no">{formatUsd(receipt.amountCents, data.lang)}</span>
      </p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2 print:hidden">
        <LinkButton href={pathOf('client', data.lang)} wide>
          {texts.track}
        </LinkButton>
        <LinkButton href={pathOf('contact', data.lang)} wide>
          {texts.support}
        </LinkButton>
      </div>
    </section>
  );
}

function momentOf(sent: string | null, { lang }: PageData): string {
  return `${formatDateIn(lang, sent, 'UTC')} UTC`;
}
