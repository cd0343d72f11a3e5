// Endpoints of notification channels.
import type { AnswerFor } from '../../../contract/index.ts';
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import { maskConfig } from './channel-config.ts';
import { channelStateOf } from './channel-state.ts';
import type { ListedChannel, NotificationChannels } from './notification-channels.service.ts';

type ChannelCall =
  | 'listNotificationChannels'
  | 'addNotificationChannel'
  | 'changeNotificationChannel'
  | 'removeNotificationChannel'
  | 'testNotificationChannel'
  | 'listTelegramChats';

export type NotificationChannelRoutesDeps = {
  channels: NotificationChannels;
  /** Throws invalid_input for a token that Telegram refuses, channel_unavailable without a response. */
  listTelegramChats: (botToken: string) => Promise<AnswerFor<'POST /api/admin/notification-channels/telegram-chats'>>;
};

export function notificationChannelRoutes({
  channels,
  listTelegramChats,
}: NotificationChannelRoutesDeps): Handlers<ChannelCall> {
  return {
    listNotificationChannels: async () => (await channels.list()).map(channelOf),
    addNotificationChannel: async ({ body }, call) => channelOf(await channels.add(body, adminOf(call))),
    changeNotificationChannel: async ({ params, body }, call) =>
      channelOf(await channels.change(params.id, body, adminOf(call))),
    removeNotificationChannel: async ({ params }, call) => {
      await channels.remove(params.id, adminOf(call));
      return { success: true };
    },
    testNotificationChannel: async ({ params }, call) => {
      const { arrived, answer } = await channels.test(params.id, adminOf(call));
      return { arrived, answer: englishMessage(answer), answerCoded: answer };
    },
    listTelegramChats: async ({ body }) => listTelegramChats(body.botToken),
  };
}

export function channelOf(row: ListedChannel) {
  const { id, kind, name, kinds, leastSeverity, quietFrom, quietUntil, language, enabled, adminId, lastAnswer } = row;
  const lastAnswerCoded = row.lastAnswerCoded ?? undefined;
  return {
    id,
    kind,
    name,
    kinds,
    leastSeverity,
    quietFrom,
    quietUntil,
    language,
    enabled,
    adminId,
    lastAnswer,
    lastAnswerCoded,
    config: row.opened ? maskConfig(kind, row.opened) : {},
    state: channelStateOf({ ...row, isSealed: row.opened === null }),
    createdAt: row.createdAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
  };
}
