// The sums of a receipt: regular price, discount, paid amount, refunds.
import type { Category } from '../../../contract/category.ts';
import type { Language } from '../../../contract/languages.ts';
import { formatUsd } from '../../../contract/money.ts';
import type { Receipt } from '../../../contract/receipt.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';

const rowClass = '@max-xs:flex @max-xs:flex-wrap @max-xs:items-baseline';

type SumsProps = { receipt: Receipt; texts: Catalogue['receipt']; count: string; dateOf: (sent: string) => string };

/** What was bought, as receipts name it. */
export function itemOf({ category, offerName }: Receipt, { items }: Pick<SumsProps['texts'], 'items'>): string {
  return offerName ?? items[category as Category];
}

export function ReceiptSums({ receipt, texts, count, dateOf }: SumsProps) {
  const { lang, listCents, discountPercent, amountCents, refundedCents, refunds } = receipt;
  const elsewhereCents = refundedCents - refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
  // A disputed amount was taken back by the bank, and is no refund.
  const elsewhere = receipt.facts.payment === 'disputed' ? texts.states.disputed : texts.refunded;
  return (
    <div className="@container mt-8">
      {/* On a phone and with large text, the cells of a row wrap. */}
      <table className="w-full border-collapse text-left tabular-nums @max-xs:block @max-xs:*:block">
        <thead className="text-sm text-muted @max-xs:sr-only">
          <tr className="border-b border-edge">
            <th className="py-2 pr-4 font-medium">{texts.item}</th>
            <th className="py-2 pr-4 text-right font-medium">{texts.quantity}</th>
            <th className="py-2 text-right font-medium">{texts.amount}</th>
          </tr>
        </thead>
        <tbody>
          <tr className={classNames(rowClass, 'border-b border-hairline @max-xs:border-t')}>
            <td className="py-3 pr-4 font-medium @max-xs:w-full @max-xs:pb-0">{itemOf(receipt, texts)}</td>
            <td
              data-name={texts.quantity}
              className="py-3 pr-4 text-right @max-xs:pt-0 @max-xs:before:mr-2 @max-xs:before:text-sm @max-xs:before:text-muted @max-xs:before:content-[attr(data-name)]"
            >
              {count}
            </td>
            <td className="ml-auto py-3 text-right @max-xs:pt-0" translate="no">
              {formatUsd(listCents, lang)}
            </td>
          </tr>
          {discountPercent > 0 ? (
            <Sum
              lang={lang}
              name={fill(texts.discount, { percent: discountPercent })}
              cents={amountCents - listCents}
            />
          ) : null}
        </tbody>
        <tfoot>
          <Sum lang={lang} name={texts.total} cents={amountCents} strong />
          {refundedCents > 0 ? (
            <>
              {refunds.map((refund) => (
                <Sum
                  lang={lang}
                  key={refund.number}
                  name={fill(texts.refundedOn, { date: dateOf(refund.refundedAt) })}
                  cents={-refund.amountCents}
                />
              ))}
              {elsewhereCents > 0 ? <Sum lang={lang} name={elsewhere} cents={-elsewhereCents} /> : null}
              <Sum lang={lang} name={texts.remaining} cents={amountCents - refundedCents} strong />
            </>
          ) : null}
        </tfoot>
      </table>
    </div>
  );
}

type SumProps = { lang: Language; name: string; cents: number; strong?: boolean };

function Sum({ lang, name, cents, strong = false }: SumProps) {
  return (
    <tr className={classNames(rowClass, strong ? 'text-lg font-bold' : 'border-b border-hairline')}>
      <th scope="row" colSpan={2} className={classNames('flex-[1_1_8rem] py-3 pr-4', !strong && 'font-normal')}>
        {name}
      </th>
      <td className="ml-auto py-3 text-right" translate="no">
        {formatUsd(cents, lang)}
      </td>
    </tr>
  );
}
