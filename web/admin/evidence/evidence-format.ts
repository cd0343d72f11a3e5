// Times, amounts and counts in the language of the evidence page, which may differ from that of the admin.
import { type Language, languageTags } from '../../../contract/languages.ts';
import { formatUsd } from '../../../contract/money.ts';
import { shownZone } from '../../ui/format-date.ts';

export type EvidenceFormat = ReturnType<typeof createEvidenceFormat>;

export function createEvidenceFormat(language: Language) {
  const tag = languageTags[language];
  const timeZone = shownZone();
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const exact = new Intl.DateTimeFormat(tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
    timeZone,
  });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone });
  const counts = new Intl.NumberFormat(tag);
  return {
    tag,
    zone: timeZone,
    time: (at: string) => moments.format(new Date(at)),
    /** Null where nothing happened. */
    timeOrNull: (at: string | null) => (at === null ? null : moments.format(new Date(at))),
    /** With the offset of the time zone. */
    exactTime: (at: string) => exact.format(new Date(at)),
    day: (at: string) => days.format(new Date(at)),
    dollars: (amount: number) => formatUsd(Math.round(amount * 100), language),
    count: (count: number) => counts.format(count),
    countOrNull: (count: number | null) => (count === null ? null : counts.format(count)),
  };
}
