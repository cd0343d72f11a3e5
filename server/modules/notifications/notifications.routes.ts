// Endpoints of notification channels, and of the devices that get push messages.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { getAdmin } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { computeChannelState, maskConfig } from './channel-config.ts';
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
  listNotificationChannels: async (ctx) => (await listChannels(ctx)).map(toChannel),

  addNotificationChannel: async (ctx, { body }, call) => toChannel(await addChannel(ctx, body, getAdmin(call))),

  changeNotificationChannel: async (ctx, { params, body }, call) =>
    toChannel(await changeChannel(ctx, params.id, body, getAdmin(call))),

  removeNotificationChannel: async (ctx, { params }, call) => {
    await removeChannel(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  testNotificationChannel: async (ctx, { params }, call) => {
    const { arrived, answer } = await testChannel(ctx, params.id, getAdmin(call));
    return { arrived, answer: englishMessage(answer), answerCoded: answer };
  },

  listTelegramChats: ({ channels }, { body }) => channels.listTelegramChats(body.botToken),

  listPushDevices: async ({ database, channels }, _input, call) => ({
    key: channels.pushKey,
    devices: (await notificationsRepository.listDevices(database.db, getAdmin(call).id)).map(toDevice),
  }),

  addPushDevice: async (ctx, { body }, call) => toDevice(await addDevice(ctx, body, getAdmin(call))),

  removePushDevice: async (ctx, { params }, call) => {
    await removeDevice(ctx, params.id, getAdmin(call));
    return { success: true };
  },

  testPushDevice: async (ctx, { params }, call) => {
    const { arrived, answer } = await testDevice(ctx, params.id, getAdmin(call));
    return { arrived, answer: englishMessage(answer), answer_coded: answer };
  },

  renewPushDevice: async (ctx, { body }) => {
    await renewDevice(ctx, body);
    return { success: true };
  },
});

function toChannel(row: ListedChannel) {
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
    state: computeChannelState({ ...row, isSealed: row.opened === null }),
    createdAt: row.createdAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    lastFailedAt: row.lastFailedAt?.toISOString() ?? null,
  };
}

function toDevice(row: ChannelRow) {
  const { id, name, createdAt, lastSentAt, lastAnswer, lastAnswerCoded } = row;
  return {
    id,
    name,
    state: computeChannelState(row),
    created_at: createdAt.toISOString(),
    last_sent_at: lastSentAt?.toISOString() ?? null,
    ...sentenceFields('last_answer', lastAnswer, lastAnswerCoded),
  };
}
