import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { channelConforms, sampleMessage } from '../../../../../tests/conformance/channel.conformance.ts';
import { type EmailStandIn, startEmailStandIn } from '../../../../../tests/stand-ins/email-stand-in.ts';
import { createEmailChannel } from './email-channel.ts';

channelConforms({
  name: 'email',
  start: startEmailStandIn,
  words: {
    ok: /^The mail server answered: 250 taken$/,
    revoked: /RCPT TO: .*550 5\.1\.1 <\[address\]> has no mailbox here$/,
  },
  troubles: { lost_answer: 'unknown', server_error: 'unavailable', echo: 'refused' },
  knowsGone: false,
  knowsRetryAfter: false,
});

let setup: EmailStandIn;
beforeEach(async () => {
  setup = await startEmailStandIn();
});
afterEach(() => setup.stop());

describe('the emails of notifications', () => {
  it('a retry has the same Message-ID', async () => {
    await setup.subject.send(sampleMessage);
    await setup.subject.send(sampleMessage);
    expect(setup.messageIds()).toEqual(Array(2).fill(`<${sampleMessage.id}@shop.example>`));
  });

  it('says that no mail server is configured', async () => {
    const answer = { code: 'mail_server_missing' };
    const result = await createEmailChannel({ address: 'a@shop.example' }, { mail: async () => null }).send(
      sampleMessage,
    );
    expect(result).toEqual({ outcome: 'refused', answer, isGone: false });
  });
});
