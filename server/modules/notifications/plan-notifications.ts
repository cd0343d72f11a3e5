// Turns events into messages: coalesces them by channel and kind, holds them back in quiet hours, reminds of open
// problems, and reports that all of a kind are resolved. A job, one at a time over all processes.
import { isActionItemKind } from '../../../contract/action-item-kinds.ts';
import {
  compareSeverity,
  isDefaultKind,
  isProblemKind,
  type NotificationKind,
  type Severity,
} from '../../../contract/notification-kinds.ts';
import { dayIn } from '../../../contract/time-zones.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import { computeChannelState } from './channel-config.ts';
import { firstReminderMs, isDue, isQuiet, isReminderDue, mergeWaiting, type Waiting } from './coalesce.ts';
import { composeMessage, type Notice } from './compose-message.ts';
import type { ChannelRow, ProblemRow, TakenEvents, WindowRow } from './notifications.repository.ts';
import * as notificationsRepository from './notifications.repository.ts';

/** One run: what is the same for all channels. */
type Plan = { tx: Tx; now: Date; zone: string; problems: ProblemRow[]; unsent: Set<string> };

/** Safe to repeat. Other runs wait for this one. */
export async function planNotifications(ctx: StoreContext): Promise<void> {
  const zone = await ctx.settings.timeZone();
  await ctx.database.transaction(async (tx) => {
    const now = await notificationsRepository.startPlan(tx);
    const taken = withFirstSales(await notificationsRepository.takeEvents(tx));
    const channels = await notificationsRepository.listChannels(tx, notificationsRepository.isActive);
    if (channels.length === 0) return;
    const problems = await notificationsRepository.listProblems(tx);
    const plan = { tx, now, zone, problems, unsent: await notificationsRepository.listUnsent(tx) };
    const reminder = await findReminder(plan);
    const windows = await notificationsRepository.listWindows(tx);
    for (const channel of channels) {
      const own = windows.filter(({ channelId }) => channelId === channel.id);
      await planChannel(ctx, plan, channel, own, reminder ? [...taken, reminder] : taken);
    }
    for (const channelId of await notificationsRepository.listDueChannels(tx)) {
      const options = { key: `notifications ${channelId}`, maxAttempts: 1 };
      await ctx.jobs.enqueue(tx, 'send_notifications', { channelId }, options);
    }
  });
}

async function findReminder({ tx, now, problems }: Plan): Promise<TakenEvents | null> {
  const open = problems.filter(isReminded);
  if (!isReminderDue(open, now)) return null;
  await notificationsRepository.markReminded(tx, new Date(now.getTime() - firstReminderMs), now);
  const [worst] = bySeverity(open);
  return worst ? { kind: 'reminder', count: 1, severity: worst.severity, facts: {}, happenedAt: now } : null;
}

async function planChannel(
  ctx: StoreContext,
  plan: Plan,
  channel: ChannelRow,
  windows: readonly WindowRow[],
  taken: readonly TakenEvents[],
): Promise<void> {
  const byKind = new Map(windows.map((window) => [window.kind, window]));
  const changed = new Set<NotificationKind>();
  for (const event of taken) {
    if (!isWanted(channel, event.kind, event.severity)) continue;
    const window = byKind.get(event.kind) ?? emptyWindow(channel.id, event.kind);
    byKind.set(event.kind, { ...window, ...mergeWaiting(toWaiting(window), event) });
    changed.add(event.kind);
  }
  for (const window of byKind.values()) {
    const after = await planWindow(ctx, plan, channel, window);
    if (after !== window || changed.has(window.kind)) await notificationsRepository.saveWindow(plan.tx, after);
  }
}

/** Returns the window as it is afterwards. */
async function planWindow(ctx: StoreContext, plan: Plan, channel: ChannelRow, window: WindowRow): Promise<WindowRow> {
  const { tx, now, zone, problems, unsent } = plan;
  const { kind } = window;
  const waiting = toWaiting(window);
  const isOver = isProblemKind(kind) && !problems.some((problem) => problem.kind === kind);
  const isHeld = (severity: Severity | null) => severity !== 'critical' && isQuiet(channel, zone, now);
  if (isOver) {
    if (!window.isTold) return waiting ? { ...window, ...nothingWaits } : window;
    if (isHeld(window.sentSeverity)) return window;
    const isUnsent = await notificationsRepository.dropUnsent(tx, channel.id, kind);
    if (!isUnsent) await add(ctx, plan, channel, { kind, severity: 'info', count: 1, facts: {}, isResolved: true });
    return { ...window, ...nothingWaits, isTold: false };
  }
  if (!waiting || !isDue(window, waiting.severity, now) || isHeld(waiting.severity)) return window;
  // While the channel fails, one message a kind is pending, not one every ten minutes.
  if (unsent.has(`${channel.id} ${kind}`)) return window;
  const sent = { ...window, ...nothingWaits, sentAt: now, sentSeverity: waiting.severity };
  if (kind === 'first_sale_of_day' && window.sentAt && dayIn(zone, window.sentAt) === dayIn(zone, now)) {
    return { ...window, ...nothingWaits };
  }
  if (kind === 'reminder') {
    const open = bySeverity(problems.filter((one) => isReminded(one) && isWanted(channel, one.kind, one.severity)));
    const [worst] = open;
    if (!worst) return { ...window, ...nothingWaits };
    await add(ctx, plan, channel, { ...worst, kind, count: open.length, reminds: worst.kind });
    return { ...sent, sentSeverity: worst.severity };
  }
  await add(ctx, plan, channel, { ...waiting, kind });
  return { ...sent, isTold: isProblemKind(kind) };
}

async function add(ctx: StoreContext, { tx, problems }: Plan, channel: ChannelRow, notice: Notice): Promise<void> {
  const { kind, severity } = notice;
  const badge = problems.filter((problem) => isActionItemKind(problem.kind)).length;
  const { id: channelId, language } = channel;
  const content = { ...composeMessage(notice, { language, publicUrl: ctx.config.publicUrl }), badge };
  await notificationsRepository.addMessage(tx, { id: ctx.ids.uuid(), channelId, kind, severity, content });
}

/** Whether a channel gets messages of the kind and severity. */
function isWanted(channel: ChannelRow, kind: NotificationKind, severity: Severity): boolean {
  const { kinds, leastSeverity } = channel;
  // A failing channel is reported by the other ones.
  if (kind === 'channel_failing' && computeChannelState(channel) === 'failing') return false;
  // What an operator chose by name does not depend on its severity.
  if (!isDefaultKind(kind)) return kinds?.includes(kind) ?? false;
  return (kinds === null || kinds.includes(kind)) && compareSeverity(severity, leastSeverity) >= 0;
}

/** The first paid order of a day is also an event of its own. */
function withFirstSales(taken: readonly TakenEvents[]): TakenEvents[] {
  return taken.flatMap((one) =>
    one.kind === 'paid_order' ? [one, { ...one, kind: 'first_sale_of_day' as const, count: 1 }] : [one],
  );
}

function isReminded({ kind, severity }: ProblemRow): boolean {
  // A pause may be intentional, so it is reported only once.
  return severity !== 'info' && kind !== 'still_paused';
}

/** The worst first: the most severe, then the oldest. */
function bySeverity(problems: readonly ProblemRow[]): ProblemRow[] {
  return [...problems].sort(
    (a, b) => compareSeverity(b.severity, a.severity) || a.openedAt.getTime() - b.openedAt.getTime(),
  );
}

const nothingWaits = { count: 0, severity: null, facts: null, happenedAt: null };

function emptyWindow(channelId: string, kind: NotificationKind): WindowRow {
  return { channelId, kind, sentAt: null, sentSeverity: null, isTold: false, ...nothingWaits };
}

function toWaiting({ count, severity, facts, happenedAt }: WindowRow): Waiting | null {
  return severity && facts && happenedAt ? { count, severity, facts, happenedAt } : null;
}
