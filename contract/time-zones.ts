// Days and times in a time zone, for server and pages. Pure, without zod.

/** True for a supported IANA name such as "Europe/Berlin". Rejects offsets, because PostgreSQL inverts their sign. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** All supported names, sorted. */
export function timeZoneNames(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** "2026-11-22": the day of a moment. */
export function dayIn(zone: string, moment: Date): string {
  return localOf(zone, moment).slice(0, 10);
}

/** "2026-11-22T16:39:14.000+01:00"; "Z" for a zero offset. */
export function isoIn(zone: string, moment: Date): string {
  const local = localOf(zone, moment);
  const minutes = Math.round((Date.parse(`${local}Z`) - moment.getTime()) / 60_000);
  if (minutes === 0) return moment.toISOString();
  const digits = (part: number) => String(Math.trunc(part)).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${local}${minutes < 0 ? '-' : '+'}${digits(size / 60)}:${digits(size % 60)}`;
}

/** "2026-11-22 16:39 (Europe/Berlin)" */
export function timeIn(zone: string, moment: Date): string {
  const [day, time] = localOf(zone, moment).split('T');
  return `${day} ${time?.slice(0, 5)} (${zone})`;
}

/** Minutes of the local day, 0 to 1439. On days when clocks change, this is not the time passed since midnight. */
export function minuteOfDayIn(zone: string, moment: Date): number {
  const local = localOf(zone, moment);
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
}

/**
 * The moment of a local time such as "2026-12-01T00:00"; the first one where clocks are set back. Null for no time: of a
 * day that does not exist, or that clocks leave out.
 */
export function momentAt(zone: string, local: string): Date | null {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return null;
  const dayMs = 86_400_000;
  // The offsets before and after a change of the clocks.
  const found = [asUtc - dayMs, asUtc + dayMs]
    .map((near) => asUtc - (Date.parse(`${localOf(zone, new Date(near))}Z`) - near))
    .sort((a, b) => a - b)
    .map((ms) => new Date(ms));
  return found.find((moment) => localOf(zone, moment).startsWith(local)) ?? null;
}

/** "2026-12-01T00:00": the minute of a moment, as `momentAt` reads it. */
export function localMinuteIn(zone: string, moment: Date): string {
  return localOf(zone, moment).slice(0, 16);
}

/** The local time, to the millisecond. */
function localOf(zone: string, moment: Date): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes, length = 2) => (parts.get(type) ?? '').padStart(length, '0');
  const ms = String(moment.getUTCMilliseconds()).padStart(3, '0');
  return `${part('year', 4)}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}.${ms}`;
}

// Cached, because creating a formatter is expensive and an export needs thousands of calls. There are a few hundred
// zones.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
