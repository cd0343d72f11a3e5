import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { severities } from '../../../../../contract/notification-kinds.ts';
import { channelConforms, httpTroubles, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { type NtfyStandIn, startNtfyStandIn } from '../../../../../tests/stand-ins/ntfy-stand-in.ts';

channelConforms({
  name: 'ntfy',
  start: startNtfyStandIn,
  words: { ok: /^The ntfy server answered 200: message m1$/, revoked: /^The ntfy server answered 401: unauthorized$/ },
  troubles: httpTroubles,
});

let setup: NtfyStandIn;
beforeEach(async () => {
  setup = await startNtfyStandIn();
});
afterEach(() => setup.stop());

describe('the JSON of ntfy', () => {
  it('has the priority of the severity, and opens the item at a click', async () => {
    for (const severity of severities) await setup.subject.send({ ...sampleMessage, severity });
    expect(setup.sent.map(({ priority, tags, click }) => [priority, tags, click])).toEqual([
      [3, [], sampleMessage.link?.url],
      [4, ['warning'], sampleMessage.link?.url],
      [5, ['rotating_light'], sampleMessage.link?.url],
    ]);
  });
});
