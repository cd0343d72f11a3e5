// The values of the System page as text, in the shown set of texts.
import type { AnswerFor } from '../../../contract/index.ts';
import { type SystemUnit, systemRules } from '../../../contract/system-rules.ts';
import { formatDateOnly } from '../../ui/format-date.ts';
import { formatCount, formatDecimal } from '../amounts.ts';
import { shownSetupTexts } from '../texts/shown-texts.ts';

export type SystemCheck = AnswerFor<'GET /api/admin/system/checks'>['checks'][number];

/** "2.3 GB": decimal units, as disks are sold. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${formatDecimal(bytes / 1e9)} GB`;
  if (bytes >= 1e6) return `${formatDecimal(bytes / 1e6)} MB`;
  return `${formatCount(Math.round(bytes / 1e3))} kB`;
}

function formatUnit(value: number, unit: string): string {
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(document.documentElement.lang, format).format(value);
}

/** "90 seconds", "5 minutes", "3 hours", "4 days", in the language of the page. */
function formatDuration(seconds: number): string {
  const format = (unit: string, length: number) => formatUnit(Math.round(seconds / length), unit);
  if (seconds < 120) return format('second', 1);
  if (seconds < 7_200) return format('minute', 60);
  return seconds < 172_800 ? format('hour', 3_600) : format('day', 86_400);
}

/** At noon, so that it is this day in each time zone of the page. */
function formatDayOnly(day: string): string {
  return formatDateOnly(`${day}T12:00:00Z`);
}

function formatMs(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${formatDecimal(ms / 1_000)} s`;
}

const formats: Record<SystemUnit, (value: number) => string> = {
  seconds: formatDuration,
  hours: (hours) => formatDuration(hours * 3_600),
  days: (days) => formatUnit(days, 'day'),
  ms: formatMs,
  count: formatCount,
  percent: (percent) => `${percent} %`,
  bytes_per_day: (bytes) => shownSetupTexts().system.perDay(formatBytes(bytes)),
};

/** "Amber from 80 %, red from 90 %". */
export function ruleOf({ id }: SystemCheck): string {
  const { unit, amber, red } = systemRules[id];
  return shownSetupTexts().system.rule(formats[unit](amber), formats[unit](red));
}

/** The measured value in words. */
export function sentenceOf(check: SystemCheck): string {
  const { system: texts } = shownSetupTexts();
  const { value, facts, state } = check;
  if (state === 'off') return texts.off;
  if (check.id === 'database_growth' && facts.size_bytes !== undefined) {
    const size = formatBytes(facts.size_bytes);
    return value === null ? texts.onlySize(size) : texts.size(size, formatBytes(value));
  }
  // The problem is shown instead.
  if (value === null && state === 'measured') return '';
  if (value === null) return facts.calls ? texts.fewCalls(formatCount(facts.calls)) : texts.unmeasured;
  return sentences[check.id](value, facts);
}

type Sentence = (value: number, facts: SystemCheck['facts']) => string;

const calls: Sentence = (_value, { p50_ms = 0, p95_ms = 0, calls: count = 0 }) =>
  shownSetupTexts().system.calls(formatMs(p50_ms), formatMs(p95_ms), formatCount(count));

const sentences: Record<SystemCheck['id'], Sentence> = {
  database: (seconds) => {
    const { writes, noWrites } = shownSetupTexts().system;
    return seconds === 0 ? writes : noWrites(formatDuration(seconds));
  },
  database_version: (_days, { version = '', released_on, ends_on, newest_version, newest_released_on }) => {
    const { postgres, supported, newer } = shownSetupTexts().system;
    const parts = [
      postgres(version, released_on === undefined ? null : formatDayOnly(released_on)),
      ends_on && supported(formatDayOnly(ends_on)),
      newest_version && newest_released_on && newer(newest_version, formatDayOnly(newest_released_on)),
    ];
    return parts.filter(Boolean).join('; ');
  },
  database_growth: (bytes) => formats.bytes_per_day(bytes),
  disk: (percent, { free_bytes = 0, size_bytes = 0 }) =>
    shownSetupTexts().system.disk(formats.percent(percent), formatBytes(free_bytes), formatBytes(size_bytes)),
  node: (daysPast, { version = '', ends_on }) => {
    const { version: only, supportUntil, supportEnded } = shownSetupTexts().system;
    if (ends_on === undefined) return only(version);
    const day = formatDayOnly(ends_on);
    return daysPast > 0 ? supportEnded(version, day) : supportUntil(version, day);
  },
  replica: (seconds) => shownSetupTexts().system.behind(formatDuration(seconds)),
  queue: (seconds, { waiting = 0, running = 0 }) =>
    shownSetupTexts().system.queue(formatCount(waiting), formatDuration(seconds), formatCount(running)),
  dead_jobs: (count) => shownSetupTexts().system.deadJobs(formatCount(count)),
  backup: (hours, { size_bytes = 0 }) => shownSetupTexts().system.backup(formats.hours(hours), formatBytes(size_bytes)),
  backup_check: (hours) => shownSetupTexts().system.backupCheck(formats.hours(hours)),
  mail: (unsent) => shownSetupTexts().system.mail(formatCount(unsent)),
  channels: (failing) => shownSetupTexts().system.channels(formatCount(failing)),
  gateway: calls,
  provider: calls,
  heartbeat: (failures, { interval_minutes = 0 }) => {
    const { heartbeat, failures: failed } = shownSetupTexts().system;
    const pings = heartbeat(interval_minutes);
    return failures === 0 ? pings : `${pings}; ${failed(formatCount(failures))}`;
  },
};
