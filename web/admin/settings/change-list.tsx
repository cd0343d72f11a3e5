// A readable list of settings changes: field, old value, new value.
import type { TextPreset } from '../../../contract/language-texts.ts';
import type { SettingsChange } from '../../../contract/store-settings.ts';
import { formatDollars } from '../dollars.ts';
import { shownSetupTexts, useSetupTexts } from '../texts/shown-texts.ts';

export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  const { changes: texts } = useSetupTexts();
  return (
    <ul className="grid gap-1.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="min-w-0 break-words">
          <span className="font-semibold">{`${titleOf(field)} `}</span>
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
export function titleOf(field: string): string {
  const [area = '', name = '', part = '', lang = ''] = field.split('.');
  const { changes: texts, guarantee, retention, selling, settingNames: names } = shownSetupTexts();
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
  if (area === 'texts') return textTitle(field);
  if (area === 'legal') return `${(names.legal as Names)[name] ?? name}, ${languageOf(part)}`;
  if (area === 'spending_caps') return capTitle(name, part);
  if (area === 'guarantee_days') return guarantee.days((names.categories as Names)[name] ?? name);
  if (area === 'support_refund') return (names.supportRefund as Names)[name] ?? field;
  if (area === 'card_testing') {
    return texts.declines((names.declineScopes as Names)[name] ?? name, (names.declineWindows as Names)[part] ?? part);
  }
  if (area === 'retention') return texts.daysKept((retention.titles as Names)[name] ?? name);
  return (texts.titles as Names)[field] ?? (names.plain as Names)[field] ?? field;
}

/** "Text checkout.island.titles.payment, Portuguese". */
function textTitle(field: string): string {
  const { changes: texts } = shownSetupTexts();
  const [, lang = '', part = '', key = ''] = field.match(/^texts\.(\w+)\.(preset|changed)\.?(.*)$/) ?? [];
  return part === 'preset' ? texts.preset(languageOf(lang)) : texts.text(key, languageOf(lang));
}

function capTitle(name: string, window: string): string {
  const { changes: texts, settingNames: names } = shownSetupTexts();
  if (name === 'price_cut') return texts.priceCut;
  if (name === 'test_units') return texts.testUnits;
  return `${(names.spending as Names)[name] ?? name} ${(names.capWindows as Names)[window] ?? window}`;
}

function languageOf(lang: string): string {
  return (shownSetupTexts().settingNames.languages as Names)[lang] ?? lang;
}

function shown(field: string, value: string): string {
  const { changes: texts, settingNames, tracking } = shownSetupTexts();
  if (field === 'prices.unit_price_micros') return `$${(Number(value) / 1_000).toFixed(3).replace(/0$/, '')}`;
  if (field.startsWith('support_refund.')) return formatDollars(Number(value));
  if (field === 'tracking.ask_for_code') return (tracking.rules as Names)[value] ?? value;
  if (value === 'true' || value === 'false') return value === 'true' ? texts.on : texts.off;
  if (/^texts\.\w+\.preset$/.test(field)) return settingNames.presets[value as TextPreset] ?? value;
  if (value !== '') return value;
  if (/^(texts|selling|legal)\./.test(field)) return texts.defaultText;
  if (field.startsWith('card_testing.')) return texts.noLimit;
  return field.endsWith('.confirmed_by') ? texts.nobody : texts.nothing;
}
