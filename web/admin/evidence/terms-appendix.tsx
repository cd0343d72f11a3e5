// The accepted texts at the end of the evidence. A long one is for the screen only.
import { languageTags } from '../../../contract/languages.ts';
import { sectionsOf } from '../../../contract/legal-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { type PartProps, Section } from './evidence-parts.tsx';

export const termsId = 'terms';

/** About six printed pages. */
const mostPrinted = 20_000;

export function TermsAppendix({ evidence: { terms, order }, texts: { own } }: PartProps) {
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
