import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelConforms, httpTroubles, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { startWebhookStandIn, type WebhookStandIn } from '../../../../../tests/stand-ins/webhook-stand-in.ts';

channelConforms({
  name: 'webhook',
  start: startWebhookStandIn,
  words: { ok: /^The webhook answered 202: queued$/, revoked: /^The webhook answered 410: no more, please$/ },
  // Every 2xx is a success, whatever the body is.
  troubles: { ...httpTroubles, html_page: 'ok', oversized: 'ok' },
});

let setup: WebhookStandIn;
beforeEach(async () => {
  setup = await startWebhookStandIn();
});
afterEach(() => setup.stop());

describe('the webhook of a program', () => {
  it('a retry has the same webhook-id, and the body has everything of the message', async () => {
    await setup.subject.send(sampleMessage);
    await setup.subject.send(sampleMessage);
    expect(setup.received.map(({ headers }) => headers['webhook-id'])).toEqual([sampleMessage.id, sampleMessage.id]);
    expect(setup.received[0]?.json).toEqual({
      id: sampleMessage.id,
      event: 'notification',
      kind: 'dispatch_failed',
      severity: 'critical',
      title: sampleMessage.title,
      body: sampleMessage.body,
      link: sampleMessage.link,
      tag: 'dispatch_failed',
      count: 1,
      language: 'en',
      open_action_items: 3,
      sent_at: '2026-03-14T15:00:00.000Z',
    });
  });
});
