// Endpoints of the devices that get push messages.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import { channelStateOf } from './channel-config.ts';
import type { ChannelRow } from './notifications.repository.ts';
import * as notificationsRepository from './notifications.repository.ts';
import { addDevice, removeDevice, renewDevice, testDevice } from './push-devices.service.ts';

export const pushDeviceRoutes: Routes<
  'listPushDevices' | 'addPushDevice' | 'removePushDevice' | 'testPushDevice' | 'renewPushDevice'
> = {
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
};

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
