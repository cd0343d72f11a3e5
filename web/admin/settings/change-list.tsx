// A readable list of settings changes: field, old value, new value.
import { capWindowTitles, spendingTitles } from '../../../contract/spending-caps.ts';
import { declineScopeTitles, declineWindowTitles } from '../../../contract/card-testing.ts';
import { languageNames } from '../../../contract/language-texts.ts';
import { plainSettings } from '../../../contract/plain-settings.ts';
import { retentionTitles } from '../../../contract/retention.ts';
import { claimTitles, legalTitles } from '../../../contract/settings-rules.ts';
import { formatUsd } from '../../../contract/money.ts';
import { presetTitles, type TextPreset } from '../../../contract/text-presets.ts';
import { supportRefundTitles } from '../../../contract/support-refund.ts';
import type { SettingsChange } from '../../../contract/store-settings.ts';

export function ChangeList({ changes }: { changes: readonly SettingsChange[] }) {
  return (
    <ul className="grid gap-1.5 text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="min-w-0 break-words">
          <span className="font-semibold">{titleOf(field)}</span>{' '}
          <del className="text-muted decoration-muted/60">{shown(field, before)}</del>
          <span className="sr-only"> becomes </span>
          <span aria-hidden="true" className="px-1 text-muted">
            →
          </span>
          <ins className="no-underline">{shown(field, after)}</ins>
        </li>
      ))}
    </ul>
  );
}

const titles: Record<string, string> = {
  'prices.unit_price_micros': 'Base price per 1,000',
  'prices.tiers.Likes': 'Discounts on likes',
  'prices.tiers.Views': 'Discounts on views',
  'business.name': 'Business name',
  'business.address': 'Business address',
  'business.tax_id': 'Tax or registration number',
  'tracking.ask_for_code': 'Ask for a code',
  'sessions.idle_minutes': 'Signed out after minutes without a use',
  'support_refund.largest': supportRefundTitles.largest,
  'support_refund.per_day': supportRefundTitles.per_day,
  checkout_paused: 'Checkout paused',
};

/** "Guarantee, Portuguese" for `claims.guarantee.text.pt`; the path itself for a field without a title. */
export function titleOf(field: string): string {
  const [area = '', name = '', part = '', lang = ''] = field.split('.');
  if (area === 'claims') {
    const claim = (claimTitles as Record<string, string>)[name] ?? name;
    if (part === 'text') return `${claim}, ${wordOf(lang)}`;
    return part === 'shown' ? `${claim}, shown` : `${claim}, confirmed by`;
  }
  if (area === 'support_hours') return `Support hours, ${wordOf(name)}`;
  if (area === 'texts') return textTitle(field);
  if (area === 'legal') return `${(legalTitles as Record<string, string>)[name] ?? name}, ${wordOf(part)}`;
  if (area === 'spending_caps') return capTitle(name, part);
  if (area === 'card_testing') return declineTitle(name, part);
  if (area === 'retention') return `${(retentionTitles as Record<string, string>)[name] ?? name}, days kept`;
  return titles[field] ?? (plainSettings as Record<string, { title: string }>)[field]?.title ?? field;
}

/** "Text checkout.island.titles.payment, Portuguese". */
function textTitle(field: string): string {
  const [, lang = '', part = '', key = ''] = field.match(/^texts\.(\w+)\.(preset|changed)\.?(.*)$/) ?? [];
  return part === 'preset' ? `Wording, ${wordOf(lang)}` : `Text ${key}, ${wordOf(lang)}`;
}

function capTitle(name: string, window: string): string {
  if (name === 'price_cut') return 'Largest price cut, percent';
  if (name === 'test_units') return 'Units of one test order';
  const [of, time] = [
    (spendingTitles as Record<string, string>)[name],
    (capWindowTitles as Record<string, string>)[window],
  ];
  return `${of ?? name} ${time ?? window}`;
}

/** "One email, declined cards in a day". */
function declineTitle(scope: string, window: string): string {
  const [of, time] = [
    (declineScopeTitles as Record<string, string>)[scope],
    (declineWindowTitles as Record<string, string>)[window],
  ];
  return `${of ?? scope}, declined cards ${time ?? window}`;
}

function wordOf(lang: string): string {
  return (languageNames as Record<string, string>)[lang] ?? lang;
}

function shown(field: string, value: string): string {
  if (field === 'prices.unit_price_micros') return `$${(Number(value) / 1_000).toFixed(3).replace(/0$/, '')}`;
  if (field.startsWith('support_refund.')) return formatUsd(Math.round(Number(value) * 100));
  if (value === 'true' || value === 'false') return value === 'true' ? 'on' : 'off';
  if (/^texts\.\w+\.preset$/.test(field)) return presetTitles[value as TextPreset] ?? value;
  if (value !== '') return value;
  if (field.startsWith('texts.')) return 'the default text';
  if (field.startsWith('card_testing.')) return 'no limit';
  if (field.startsWith('legal.')) return 'the store’s own text';
  return field.endsWith('.confirmed_by') ? 'nobody' : 'nothing';
}
