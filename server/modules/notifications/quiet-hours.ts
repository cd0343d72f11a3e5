// Whether a moment is in the quiet hours of a channel. By the local time of day, so a change to or from summer time needs no rule.
import { minuteOfDayIn } from '../../../contract/time-zones.ts';

export type QuietHours = {
  /** Minutes of the day; both null, or equal: no quiet hours. */
  quietFrom: number | null;
  quietUntil: number | null;
};

export function isQuiet({ quietFrom, quietUntil }: QuietHours, zone: string, moment: Date): boolean {
  if (quietFrom === null || quietUntil === null || quietFrom === quietUntil) return false;
  const minute = minuteOfDayIn(zone, moment);
  if (quietFrom < quietUntil) return minute >= quietFrom && minute < quietUntil;
  return minute >= quietFrom || minute < quietUntil;
}
