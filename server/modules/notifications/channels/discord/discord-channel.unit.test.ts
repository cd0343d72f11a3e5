import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelConforms, httpTroubles, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { type DiscordStandIn, startDiscordStandIn } from '../../../../../tests/stand-ins/discord-stand-in.ts';

channelConforms({
  name: 'discord',
  start: startDiscordStandIn,
  words: {
    ok: /^The Discord API answered 200: message 1045$/,
    revoked: /^The Discord API answered 404: Unknown Webhook$/,
  },
  troubles: httpTroubles,
});

let setup: DiscordStandIn;
beforeEach(async () => {
  setup = await startDiscordStandIn();
});
afterEach(() => setup.stop());

describe('the webhook of Discord', () => {
  it('notifies no role, whatever the text says', async () => {
    await setup.subject.send({ ...sampleMessage, body: '@everyone <@&7>' });
    expect(setup.sent).toMatchObject([{ allowed_mentions: { parse: [] } }]);
  });

  it('respects fractions of a second in the body', async () => {
    setup.limit(0.65);
    expect(await setup.subject.send(sampleMessage)).toMatchObject({ outcome: 'unavailable', retryAfterMs: 650 });
  });
});
