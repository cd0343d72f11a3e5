import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelConforms, httpTroubles, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { type PushStandIn, startPushStandIn } from '../../../../../tests/stand-ins/web-push-stand-in.ts';

channelConforms({
  name: 'web-push',
  start: () => startPushStandIn(),
  words: { ok: /^The push service answered 201\.$/, revoked: /^The push service answered 410: .*Subscription expired/ },
  troubles: httpTroubles,
});

let setup: PushStandIn;
beforeEach(async () => {
  setup = await startPushStandIn();
});
afterEach(() => setup.stop());

const send = (change: object = {}) => setup.subject.send({ ...sampleMessage, ...change });
const item = { text: 'Open', url: 'https://shop.example/admin?item=dispatch_failed&subject=7Q+0' };

describe('a push', () => {
  it('is as urgent as its severity, lasts longer when it matters more, and replaces the one with its tag', async () => {
    for (const severity of ['info', 'warning', 'critical'] as const) await send({ severity });
    expect(setup.sent.map(({ headers }) => [headers.urgency, headers.ttl])).toEqual([
      ['low', '43200'],
      ['normal', '86400'],
      ['high', '259200'],
    ]);
    expect(new Set(setup.sent.map(({ headers }) => headers.topic)).size).toBe(1);
    expect(setup.sent.map(({ payload }) => payload.isCritical)).toEqual([false, false, true]);
  });

  it('has the tag, the time and the number for the icon of the app', async () => {
    await send();
    expect(setup.sent[0]?.payload).toMatchObject({
      tag: 'dispatch_failed',
      badge: 3,
      sentAt: sampleMessage.sentAt.getTime(),
    });
  });

  it('offers the act of its item beside the item itself, in its language', async () => {
    await send({ link: item, language: 'pt' });
    const path = '/admin?item=dispatch_failed&subject=7Q+0';
    expect(setup.sent[0]?.payload).toMatchObject({
      path,
      buttons: [
        { title: 'Tentar novamente', path: `${path}&act=retry` },
        { title: 'Open', path },
      ],
    });
  });

  it('about links to send opens their plan', async () => {
    await send({ kind: 'links_to_send', link: { text: 'Open', url: 'https://shop.example/admin?item=links_to_send' } });
    expect(setup.sent[0]?.payload.path).toBe('/admin?item=links_to_send&act=send');
  });

  it.each([401, 403, 404, 410])('status %i ends the subscription', async (status) => {
    setup.answer(status);
    expect(await send()).toMatchObject({ outcome: 'refused', isGone: true });
  });

  it.each([400, 413])('status %i refuses the message only', async (status) => {
    setup.answer(status);
    expect(await send()).toMatchObject({ outcome: 'refused', isGone: false });
  });

  it('with another key of the store is refused for good: the browser has to subscribe again', async () => {
    expect(await setup.withOtherKey.send(sampleMessage)).toMatchObject({ outcome: 'refused', isGone: true });
  });
});
