// The adapters behind the contract: what an admin enters is checked, stored, and sent to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallFor } from '../../../contract/index.ts';
import { type NtfyStandIn, startNtfyStandIn } from '../../../tests/stand-ins/ntfy-stand-in.ts';
import { startWebhookStandIn, type WebhookStandIn } from '../../../tests/stand-ins/webhook-stand-in.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
let ntfy: NtfyStandIn;
let webhook: WebhookStandIn;
beforeAll(async () => {
  [store, ntfy, webhook] = await Promise.all([startStore(), startNtfyStandIn(), startWebhookStandIn()]);
});
afterAll(() => Promise.all([store.stop(), ntfy.stop(), webhook.stop()]));

type To = CallFor<'POST /api/admin/notification-channels'>['body']['to'];
const preferences = {
  name: 'Mine',
  kinds: null,
  leastSeverity: 'info' as const,
  quietFrom: null,
  quietUntil: null,
  language: 'en' as const,
};
const add = (to: To) => store.admin.ask('POST /api/admin/notification-channels', { body: { ...preferences, to } });
const tryOut = (id: string) => store.admin.call('POST /api/admin/notification-channels/{id}/test', { params: { id } });

describe('the channels of the store', () => {
  test('D-64: a test sends by the adapter of the kind, and returns what the other side answered', async () => {
    const { topic, token } = ntfy;
    const added = await add({ kind: 'ntfy', config: { server: ntfy.url, topic, token } });
    const { id } = added.body as { id: string };
    expect(await tryOut(id)).toEqual({
      arrived: true,
      answer: 'The ntfy server answered 200: message m1',
      answerCoded: { code: 'peer_answered', params: { who: 'ntfy', status: 200, words: 'message m1' } },
    });
    expect(ntfy.shown()).toHaveLength(1);
    ntfy.revoke();
    expect(await tryOut(id)).toMatchObject({ arrived: false, answer: 'The ntfy server answered 401: unauthorized' });
    const [listed] = await store.admin.call('GET /api/admin/notification-channels', {});
    expect(listed).toMatchObject({
      state: 'failing',
      lastAnswer: 'The ntfy server answered 401: unauthorized',
      lastAnswerCoded: { code: 'peer_answered', params: { who: 'ntfy', status: 401, words: 'unauthorized' } },
    });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  test('a webhook is signed with the secret that the admin was shown', async () => {
    const added = await add({ kind: 'webhook', config: webhook.config });
    expect(await tryOut((added.body as { id: string }).id)).toMatchObject({ arrived: true });
    expect(webhook.received).toHaveLength(1);
  });

  test.each<[To, string]>([
    [{ kind: 'email', config: { address: 'a@shop.example, b@shop.example' } }, 'Enter an email address.'],
    [{ kind: 'slack', config: { url: 'https://10.0.0.1/services' } }, 'The channel is not at a public address.'],
    [
      { kind: 'webhook', config: { url: 'ftp://shop.example', secret: 'x' } },
      'The channel URL must begin with https://.',
    ],
    [{ kind: 'ntfy', config: { server: 'ntfy.sh', topic: 'x' } }, 'The channel URL is not a URL.'],
  ])('refuses %j', async (to, message) => {
    expect(await add(to)).toMatchObject({ status: 400, body: { message, field: 'to' } });
  });

  test('nothing but a token of Telegram is sent to Telegram', async () => {
    const body = { botToken: 'my bot' };
    const answer = await store.admin.ask('POST /api/admin/notification-channels/telegram-chats', { body });
    expect(answer).toMatchObject({ status: 400, body: { message: 'This is not a bot token of Telegram.' } });
  });
});
