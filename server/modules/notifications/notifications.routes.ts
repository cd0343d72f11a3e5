// Endpoints of notification channels, and of the devices that get push messages.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { adminOf } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { channelStateOf, maskConfig } from './channel-config.ts';
import {
  addChannel,
  addDevice,
  changeChannel,
  type ListedChannel,
  listChannels,
  removeChannel,
  removeDevice,
  renewDevice,
  testChannel,
  testDevice,
} from './notification-channels.service.ts';
import type { ChannelRow } from './notifications.repository.ts';
import * as notificationsRepository from './notifications.repository.ts';

export const notificationRoutes = routes({
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

  listPushDevices: async ({ database, channels }, _input, call) => ({
    key: channels.pushKey,
    devices: (await notificationsRepository.listDevices(database.db, adminOf(call).id)).map(deviceOf),
  }),

  addPushDevice: async (ctx, { body }, call) => deviceOf(await addDevice(ctx, body, adminOf(call))),

  removePushDevice: async (ctx, { params }, call) => {
    await removeDevice(ctx, params.id, adminOf(call));
    return { success: true };
  },

  testPushDevice: async (ctx, { params }, call) => {
    const { arrived, answer } = await testDevice(ctx, params.id, adminOf(call));
    return { arrived, answer: englishMessage(answer), answer_coded: answer };
  },

  renewPushDevice: async (ctx, { body }) => {
    await renewDevice(ctx, body);
    return { success: true };
  },
});

function channelOf(row: ListedChannel) {
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

function deviceOf(row: ChannelRow) {
  const { id, name, createdAt, lastSentAt, lastAnswer, lastAnswerCoded } = row;
  return {
    id,
    name,
    state: channelStateOf(row),
    created_at: createdAt.toISOString(),
    last_sent_at: lastSentAt?.toISOString() ?? null,
    ...sentenceFields('last_answer', lastAnswer, lastAnswerCoded),
  };
}
