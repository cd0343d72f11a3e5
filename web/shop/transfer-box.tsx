// How to pay by transfer: the operator's instructions, what to copy, and until when. Loaded on demand. It has the classes of the page
// of an order only, whose document holds its styles, and styles of its own for the rest.
import { type CSSProperties, type ReactNode, useState } from 'react';
import { formatBrl } from '../../contract/brl.ts';
import type { Language } from '../../contract/languages.ts';
import type { OrderPage } from '../../contract/order-page.ts';
import { Button } from '../ui/button.tsx';
import { formatDateIn, shownZone } from '../ui/format-date.ts';
import { dollarsToText } from './order-amount.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

export type TransferTexts = Catalogue['transfer'];
type TransferBoxProps = { lang: Language; texts: TransferTexts; transfer: NonNullable<OrderPage['transfer']> };

/** White also on a dark page: some cameras cannot read inverted codes. */
const codeStyle: CSSProperties = {
  width: '11rem',
  height: '11rem',
  margin: '0 auto',
  background: '#fff',
  imageRendering: 'pixelated',
};
const cutStyle: CSSProperties = {
  maxWidth: '9rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

export default function TransferBox({ lang, texts, transfer }: TransferBoxProps) {
  const { instructions, reference, amount, expires_at, time_zone, pix } = transfer;
  const due = pix && pix.amount !== null ? formatBrl(Math.round(pix.amount * 100), lang) : dollarsToText(amount, lang);
  return (
    <section
      aria-label={texts.title}
      className="flex flex-col gap-5 rounded-card border border-hairline bg-surface p-5"
    >
      <p className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
        {instructions}
      </p>
      <div className="flex flex-wrap items-center gap-5">
        {pix ? <img src={pix.qr} alt={texts.qr} className="rounded-card" style={codeStyle} /> : null}
        <dl className="flex flex-col gap-2" style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Fact name={texts.amount}>
            <span translate="no">{due}</span>
          </Fact>
          <Copied name={texts.reference} value={reference} texts={texts} />
          {pix ? <Copied name={texts.key} value={pix.key} texts={texts} /> : null}
          {pix ? <Copied name={texts.code} value={pix.code} texts={texts} isCut /> : null}
        </dl>
      </div>
      <p className="rounded-card bg-yellow-soft p-3 text-sm text-yellow-ink">
        <b>{fill(texts.until, { date: dateIn(lang, expires_at, time_zone) })}</b>
        <span>{` ${texts.note}`}</span>
      </p>
    </section>
  );
}

/** In the store's time zone, as in the instructions; it is named where the browser has another one. */
function dateIn(lang: Language, sent: string, zone: string): string {
  const date = formatDateIn(lang, sent, zone);
  return zone === shownZone() ? date : `${date} (${zone})`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

type CopiedProps = { name: string; value: string; texts: TransferTexts; isCut?: boolean };

function Copied({ name, value, texts, isCut = false }: CopiedProps) {
  const [isCopied, setCopied] = useState(false);
  const word = isCopied ? texts.copied : texts.copy;

  async function onCopy(): Promise<void> {
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => {},
    );
  }

  return (
    <Fact name={name}>
      <span className="flex flex-wrap items-center justify-end gap-x-2">
        <span translate="no" style={isCut ? cutStyle : undefined}>
          {value}
        </span>
        {navigator.clipboard ? (
          <Button size="sm" onClick={onCopy} aria-label={`${word}: ${name}`}>
            {word}
          </Button>
        ) : null}
      </span>
    </Fact>
  );
}
