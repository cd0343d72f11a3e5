// The rules of coalescing: which of several events is named, and when the next message of a kind is due. Pure.
import { compareSeverity, type Severity } from '../../../contract/notification-kinds.ts';
import { minuteOfDayIn } from '../../../contract/time-zones.ts';
import type { NotificationFacts } from '../../ports/notifications.ts';

/** One message a kind and channel in this time. */
export const windowMs = 10 * 60_000;
export const firstReminderMs = 4 * 3_600_000;
export const nextReminderMs = 24 * 3_600_000;
/** Between two tries of a channel that fails; also where it requires a longer wait. */
export const longestWaitMs = 3_600_000;
/** A clock that was set back must not silence anything: a time further ahead than this counts as passed. */
const aheadMs = 60_000;

/** Events of one kind: their number, and the worst of them. */
export type Waiting = { count: number; severity: Severity; facts: NotificationFacts; happenedAt: Date };
export type LastSent = { sentAt: Date | null; sentSeverity: Severity | null };

/** The most severe event is named; of several, the oldest. */
export function mergeWaiting(a: Waiting | null, b: Waiting): Waiting {
  if (a === null) return b;
  const difference = compareSeverity(a.severity, b.severity) || b.happenedAt.getTime() - a.happenedAt.getTime();
  return { ...(difference >= 0 ? a : b), count: a.count + b.count };
}

/** The first event is sent at once, later ones at the end of the window. A critical one does not wait for a lesser one's window. */
export function isDue({ sentAt, sentSeverity }: LastSent, severity: Severity, now: Date): boolean {
  if (sentAt === null || hasPassed(sentAt, windowMs, now)) return true;
  return severity === 'critical' && sentSeverity !== 'critical';
}

/** True once `afterMs` passed since `since`. */
export function hasPassed(since: Date, afterMs: number, now: Date): boolean {
  const ageMs = now.getTime() - since.getTime();
  return ageMs >= afterMs || ageMs < -aheadMs;
}

/** Open problems are reminded of together, at most once in four hours, each first after four hours and then daily. */
export function isReminderDue(problems: readonly { openedAt: Date; remindedAt: Date | null }[], now: Date): boolean {
  const reminded = problems.flatMap(({ remindedAt }) => remindedAt ?? []);
  if (reminded.some((at) => !hasPassed(at, firstReminderMs, now))) return false;
  return problems.some(({ openedAt, remindedAt }) =>
    remindedAt ? hasPassed(remindedAt, nextReminderMs, now) : hasPassed(openedAt, firstReminderMs, now),
  );
}

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
