// Calls about the devices of an admin that get push messages. Each is a notification channel of the kind web-push.
import { z } from 'zod';
import { adminLanguages } from './admin-languages.ts';
import { codedMessage } from './coded-message.ts';
import { endpoint } from './endpoint.ts';
import { channelStates } from './notification-kinds.ts';
import { byUuid, success } from './shared-schemas.ts';
import { nameInput } from './text-inputs.ts';

const address = z.string().min(1).max(1_000);
/** 16 bytes in base64url. */
const authSecret = z.string().regex(/^[\w-]{22}=*$/);

/** What `PushSubscription.toJSON()` has: the address at the push service, the browser's public key and its secret. */
const subscription = z.object({
  endpoint: address,
  /** An uncompressed point of P-256 in base64url. */
  p256dh: z.string().regex(/^B[\w-]{86}=*$/),
  auth: authSecret,
});

const device = z.object({
  /** Of its notification channel. */
  id: z.string(),
  name: z.string(),
  state: z.enum(channelStates),
  created_at: z.string(),
  last_sent_at: z.string().nullable(),
  last_answer: z.string().nullable(),
  last_answer_coded: codedMessage.optional(),
});

/** `key`: the store's public key, the `applicationServerKey` of a subscription. Another one ends all subscriptions. */
export const listPushDevices = endpoint('GET /api/admin/push-devices', {
  role: 'viewer',
  summary: 'Lists the devices of the signed-in admin that get push messages.',
  output: z.object({ key: z.string(), devices: z.array(device) }),
});

/** A repeat for the same subscription returns the same device, now of the signed-in admin. */
export const addPushDevice = endpoint('POST /api/admin/push-devices', {
  role: 'viewer',
  stepUp: true,
  summary: 'Sends push messages to this browser of the signed-in admin.',
  input: {
    body: z.object({ subscription, name: nameInput(80), language: z.enum(adminLanguages) }),
  },
  output: device,
  errors: ['invalid_input', 'conflict'],
});

/** Throws `not_found` for the device of another admin. */
export const removePushDevice = endpoint('DELETE /api/admin/push-devices/{id}', {
  role: 'viewer',
  stepUp: { neverBecause: 'it only ends messages to an own device, and sign-out makes this call' },
  summary: 'Ends push messages to a device of the signed-in admin.',
  input: { params: byUuid },
  output: success,
  errors: ['not_found'],
});

/** `answer`: what the push service returned. Throws `not_found` for the device of another admin. */
export const testPushDevice = endpoint('POST /api/admin/push-devices/{id}/test', {
  role: 'viewer',
  stepUp: { neverBecause: 'the device was added after a proof, and the message says nothing of the store' },
  summary: 'Sends a test message to a device of the signed-in admin.',
  input: { params: byUuid },
  output: z.object({ arrived: z.boolean(), answer: z.string(), answer_coded: codedMessage }),
  errors: ['not_found'],
});

/**
 * For browsers, which replace a subscription without a page and so without a session: the former address and secret are
 * the proof. Throws `not_found` for a wrong or unknown pair.
 */
export const renewPushDevice = endpoint('POST /api/push-devices/renewal', {
  access: 'public',
  limit: 'push_renewal',
  summary: 'Replaces the push subscription of a device.',
  input: { body: z.object({ former: z.object({ endpoint: address, auth: authSecret }), subscription }) },
  output: success,
  errors: ['invalid_input', 'not_found'],
});
