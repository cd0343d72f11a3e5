// Sends the messages of one channel in a job, one after the other, each outside of any transaction. A critical message is
// sent at least once, every other one at most once: its claim is committed before the call.
import { sql } from 'drizzle-orm';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { storeMessage } from '../../../contract/store-messages.ts';
import type { StoreContext } from '../../context.ts';
import type { Tx } from '../../database/database.ts';
import type { NotificationMessage, NotificationResult } from '../../ports/notification-channel.ts';
import { healthyChannel, openChannel } from './channel-config.ts';
import { longestWaitMs } from './coalesce.ts';
import type { ChannelRow, MessageRow } from './notifications.repository.ts';
import * as notificationsRepository from './notifications.repository.ts';

/** In one run of the job. */
const mostAtOnce = 50;
const firstWaitMs = 60_000;
const usualTimeoutMs = 10_000;
const longestAnswer = 300;

type Claimed = { channel: ChannelRow; message: MessageRow; claimId: string };

/** Safe to repeat, and beside itself. */
export async function sendNotifications(
  ctx: StoreContext,
  channelId: string,
  timeoutMs: number = usualTimeoutMs,
): Promise<void> {
  for (let sent = 0; sent < mostAtOnce; sent += 1) {
    const claimed = await ctx.database.transaction((tx) => claim(ctx, tx, channelId));
    if (!claimed) return;
    const result = await sendToChannel(ctx, claimed.channel, toMessage(claimed.message), timeoutMs);
    await ctx.database.retryWhileAway(() => ctx.database.transaction((tx) => settle(ctx, tx, claimed, result)));
    const { kind, id } = claimed.message;
    ctx.log.info({ channelId, messageId: id, kind, outcome: result.outcome }, 'a notification was sent');
    if (result.outcome !== 'ok') return;
  }
}

async function claim(ctx: StoreContext, tx: Tx, channelId: string): Promise<Claimed | null> {
  const channel = await notificationsRepository.findReady(tx, channelId);
  if (!channel) return null;
  for (;;) {
    const message = await notificationsRepository.lockNextMessage(tx, channelId);
    if (!message) return null;
    const isCritical = message.severity === 'critical';
    if (isCritical || !(message.isStale || message.isLate)) {
      const claimId = ctx.ids.uuid();
      await notificationsRepository.claimMessage(tx, message.id, claimId);
      return { channel, message: { ...message, attempts: message.attempts + 1 }, claimId };
    }
    const answer = message.isStale ? 'The store stopped while it was sent.' : 'It was too old to be sent.';
    await notificationsRepository.settleMessage(tx, message.id, null, { state: 'dropped', answer });
  }
}

/** Never throws; a channel that hangs ends here. */
export async function sendToChannel(
  ctx: StoreContext,
  channel: ChannelRow,
  message: NotificationMessage,
  timeoutMs: number = usualTimeoutMs,
): Promise<NotificationResult> {
  const opened = openChannel(ctx.sealer, channel);
  if (!opened) return { outcome: 'unavailable', answer: { code: 'channel_sealed' }, retryAfterMs: null };
  const answer = storeMessage('peer_timed_out', { seconds: timeoutMs / 1000 });
  const late: NotificationResult = { outcome: 'unknown', answer };
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<NotificationResult>((resolve) => {
    timer = setTimeout(() => resolve(late), timeoutMs);
  });
  try {
    return await Promise.race([ctx.channels.create(opened).send(message), expired]);
  } catch (error) {
    const problem = error instanceof Error ? error.name : '';
    ctx.log.warn({ kind: channel.kind, problem }, 'a notification channel failed');
    return { outcome: 'unknown', answer: { code: 'channel_failed' } };
  } finally {
    clearTimeout(timer);
  }
}

async function settle(
  ctx: StoreContext,
  tx: Tx,
  { channel, message, claimId }: Claimed,
  result: NotificationResult,
): Promise<void> {
  const answer = cut(englishMessage(result.answer));
  const isRetried =
    result.outcome === 'unavailable' || (result.outcome === 'unknown' && message.severity === 'critical');
  const state =
    result.outcome === 'ok' ? 'sent' : result.outcome === 'refused' ? 'failed' : isRetried ? 'pending' : 'dropped';
  const sentAt = state === 'sent' ? { sentAt: ctx.database.now() } : {};
  if (!(await notificationsRepository.settleMessage(tx, message.id, claimId, { state, answer, ...sentAt }))) return;
  await recordHealth(ctx, tx, channel, result);
}

/** The health of the channel, after a message or a test. */
export async function recordHealth(
  ctx: StoreContext,
  tx: Tx,
  channel: ChannelRow,
  result: NotificationResult,
): Promise<void> {
  const answered = { lastAnswer: cut(englishMessage(result.answer)), lastAnswerCoded: result.answer };
  if (result.outcome === 'ok') {
    const lastSentAt = ctx.database.now();
    await notificationsRepository.changeChannel(tx, channel.id, { ...healthyChannel, ...answered, lastSentAt });
    return;
  }
  const isGone = result.outcome === 'refused' && result.isGone;
  const retryAfterMs = result.outcome === 'unavailable' ? (result.retryAfterMs ?? 0) : 0;
  const waitMs = Math.min(longestWaitMs, Math.max(retryAfterMs, firstWaitMs * 2 ** Math.min(10, channel.failures)));
  await notificationsRepository.changeChannel(tx, channel.id, {
    failures: channel.failures + 1,
    failingSince: channel.failingSince ?? ctx.database.now(),
    ...answered,
    lastFailedAt: ctx.database.now(),
    // The next message may be accepted.
    retryAt: result.outcome === 'refused' ? null : sql`${ctx.database.now()} + ${waitMs} * interval '1 millisecond'`,
    ...(isGone ? { goneAt: ctx.database.now() } : {}),
  });
  if (isGone) await notificationsRepository.dropWaiting(tx, channel.id, 'The channel was ended by the other side.');
}

function toMessage({ id, kind, severity, content, createdAt }: MessageRow): NotificationMessage {
  return { ...content, id, kind, severity, sentAt: createdAt };
}

function cut(answer: string): string {
  return answer.length <= longestAnswer ? answer : `${answer.slice(0, longestAnswer - 1)}…`;
}
