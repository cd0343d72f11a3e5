// A readable list of settings changes: field, old value, new value.

import { categories } from '../../../contract/category.ts';
import type { TextPreset } from '../../../contract/language-texts.ts';
import { specifiedOffers } from '../../../contract/offers.ts';
import type { FieldPath } from '../../../contract/setting-fields.ts';
import type { SettingsChange } from '../../../contract/store-settings.ts';
import { formatCount, formatUsd } from '../amounts.ts';
import { formatDollars } from '../dollars.ts';
import { useFurtherOffers } from '../offer-names.ts';
import { shownSetupTexts, useSetupTexts } from '../texts/shown-texts.ts';

export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  const { changes: texts } = useSetupTexts();
  const names = Object.fromEntries(useFurtherOffers().map(({ id, name }) => [id, name]));
  return (
    <ul className="grid gap-1.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="min-w-0 break-words">
          <span className="font-semibold">{`${titleOf(field, names)} `}</span>
          <del className="text-muted decoration-muted/60">{shown(field, before)}</del>
          <span className="sr-only">{` ${texts.becomes} `}</span>
          <span aria-hidden="true" className="px-1 text-muted">
            →
          </span>
          <ins className="no-underline">{shown(field, after)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** A name of a newer store is shown as it is. */
type Names = Record<string, string | undefined>;

/** "Guarantee, Portuguese" for `claims.guarantee.text.pt`; the path itself for a field without a title. */
export function titleOf(field: string, offerNames: Names = {}): string {
  const [area = '', name = '', part = '', lang = ''] = field.split('.');
  const { changes: texts, fields, selling, settingNames: names } = shownSetupTexts();
  if (Object.hasOwn(fields, field)) return fields[field as FieldPath].title;
  if (area === 'claims') {
    const claim = (names.claims as Names)[name] ?? name;
    if (part === 'text') return `${claim}, ${languageOf(lang)}`;
    return part === 'shown' ? texts.shown(claim) : texts.confirmedBy(claim);
  }
  if (area === 'support_hours') return texts.supportHours(languageOf(name));
  if (area === 'selling') {
    const category = (names.categories as Names)[name] ?? name;
    return part === 'paused' ? selling.pause(category) : selling.banner(category, languageOf(lang));
  }
  if (area === 'offers') return offerTitle(name, part, lang, offerNames);
  if (area === 'texts') return textTitle(field);
  if (area === 'legal') return `${(names.legal as Names)[name] ?? name}, ${languageOf(part)}`;
  return (texts.titles as Names)[field] ?? field;
}

/** "Likes: packages" for `offers.instagram-likes.packages`. */
function offerTitle(id: string, fact: string, lang: string, offerNames: Names): string {
  const { prices, settingNames } = shownSetupTexts();
  const category = categories.find((one) => specifiedOffers[one] === id);
  const facts: Names = prices.facts;
  const name = category ? settingNames.categories[category] : (offerNames[id] ?? id);
  if (fact === 'margin') return `${name}: ${facts[`margin.${lang}`] ?? lang}`;
  const title = `${name}: ${facts[fact] ?? fact}`;
  return lang === '' ? title : `${title}, ${languageOf(lang)}`;
}

/** "Text checkout.island.titles.payment, Portuguese". */
function textTitle(field: string): string {
  const { changes: texts } = shownSetupTexts();
  const [, lang = '', part = '', key = ''] = field.match(/^texts\.(\w+)\.(preset|changed)\.?(.*)$/) ?? [];
  return part === 'preset' ? texts.preset(languageOf(lang)) : texts.text(key, languageOf(lang));
}

function languageOf(lang: string): string {
  return (shownSetupTexts().settingNames.languages as Names)[lang] ?? lang;
}

/** Tenths of a cent have a digit of their own. */
export function formatPerThousand(micros: number): string {
  return `${formatUsd(Math.floor(micros / 10))}${micros % 10 || ''}`;
}

function shown(field: string, value: string): string {
  const { changes: texts, fields, prices, settingNames } = shownSetupTexts();
  // A new offer has no values before.
  if (value === '' && /^offers\..*\.(?!banner)/.test(field)) return texts.nothing;
  if (field.endsWith('.unit_price_micros')) return formatPerThousand(Number(value));
  if (/^offers\..*\.margin\.mode$/.test(field)) return fields['margins.Likes.mode'].choice?.(value) ?? value;
  if (field.endsWith('.rounding')) return (prices.roundings as Names)[value] ?? value;
  if (field.endsWith('_quantity')) return formatCount(Number(value));
  if (field.startsWith('support_refund.')) return formatDollars(Number(value));
  if (field === 'tracking.ask_for_code') return fields[field].choice?.(value) ?? value;
  if (field === 'brand.logo' && value !== '') return value.replace(/^.*-(\d+)x(\d+)\..*$/, '$1 × $2 px');
  if (value === 'true' || value === 'false') return value === 'true' ? texts.on : texts.off;
  if (/^texts\.\w+\.preset$/.test(field)) return settingNames.presets[value as TextPreset] ?? value;
  if (value !== '') return value;
  if (/^(texts|selling|legal)\./.test(field)) return texts.defaultText;
  if (field.startsWith('card_testing.')) return texts.noLimit;
  return field.endsWith('.confirmed_by') ? texts.nobody : texts.nothing;
}
