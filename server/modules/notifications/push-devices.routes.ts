// Endpoints of the devices that get push messages.
import { englishMessage } from '../../../contract/message-texts/english-message.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import { channelStateOf } from './channel-state.ts';
import type { DeviceRow } from './push-devices.repository.ts';
import type { PushDevices } from './push-devices.service.ts';

type PushDeviceCall = 'listPushDevices' | 'addPushDevice' | 'removePushDevice' | 'testPushDevice' | 'renewPushDevice';

export function pushDeviceRoutes(devices: PushDevices): Handlers<PushDeviceCall> {
  return {
    listPushDevices: async (_input, call) => ({
      key: devices.key,
      devices: (await devices.list(adminOf(call))).map(deviceOf),
    }),
    addPushDevice: async ({ body }, call) => deviceOf(await devices.add(body, adminOf(call))),
    removePushDevice: async ({ params }, call) => {
      await devices.remove(params.id, adminOf(call));
      return { success: true };
    },
    testPushDevice: async ({ params }, call) => {
      const { arrived, answer } = await devices.test(params.id, adminOf(call));
      return { arrived, answer: englishMessage(answer), answer_coded: answer };
    },
    renewPushDevice: async ({ body }) => {
      await devices.renew(body);
      return { success: true };
    },
  };
}

function deviceOf(row: DeviceRow) {
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
