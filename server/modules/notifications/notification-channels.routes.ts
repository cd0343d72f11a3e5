// Endpoints of notification channels.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { channelStateOf, maskConfig } from './channel-config.ts';
import {
  addChannel,
  changeChannel,
  type ListedChannel,
  listChannels,
  removeChannel,
  testChannel,
} from './notification-channels.service.ts';

export const notificationChannelRoutes: Routes<
  | 'listNotificationChannels'
  | 'addNotificationChannel'
  | 'changeNotificationChannel'
  | 'removeNotificationChannel'
  | 'testNotificationChannel'
  | 'listTelegramChats'
> = {
  listNotificationChannels: async (ctx) => (await listChannels(ctx)).map(channelOf),

  addNotificationChannel: async (ctx, { body }, call) => channelOf(await addChannel(ctx, body, adminOf(call))),

  changeNotificationChannel: async (ctx, { params, body }, call) =>
    channelOf(await changeChannel(ctx, params.id, body, adminOf(call))),

  removeNotificationChannel: async (ctx, { params }, call) => {
    await removeChannel(ctx, params.id, adminOf(call));
    return { success: true };
  },

  testNotificationChannel: async (ctx, { params }, call) => {
    const { arrived, answer } = await testChannel(ctx, params.id, adminOf(call));
    return { arrived, answer: englishMessage(answer), answerCoded: answer };
  },

  listTelegramChats: ({ channels }, { body }) => channels.listTelegramChats(body.botToken),
};

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
