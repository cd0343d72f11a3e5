// Test helper: a mail server (RFC 5321) that records what the email channel sends.
import PostalMime from 'postal-mime';
import { defaultStoreProfile } from '../../../../../contract/store-profile.ts';
import { type Replies, startMailServer } from '../../../../../tests/support/smtp-server.ts';
import type { NotificationMessage } from '../../../../ports/notification-channel.ts';
import { mailNotification } from '../../../email/notification-email.ts';
import { createSmtpMailer } from '../../../email/smtp-mailer.ts';
import type { ChannelStandIn, ChannelTrouble, ShownMessage } from '../../channel.conformance.ts';
import { createEmailChannel } from './email-channel.ts';

const address = 'night-shift@shop.example';

export type EmailStandIn = ChannelStandIn & { messageIds(): string[] };

export async function startEmailStandIn(): Promise<EmailStandIn> {
  const server = await startMailServer();
  const shown: (ShownMessage & { messageId: string })[] = [];
  const mailer = createSmtpMailer({ smtpUrl: server.url, from: 'shop@shop.example', limitMs: 2_000 });
  const sender = {
    mailer,
    settings: { profile: async () => ({ profile: defaultStoreProfile, version: 1 }) },
    publicUrl: 'https://shop.example',
  };
  async function mail(to: string, message: NotificationMessage): Promise<string> {
    const reply = await mailNotification(sender, to, message);
    const { subject = '', text = '', messageId = '' } = await PostalMime.parse(server.taken.at(-1)?.source ?? '');
    shown.push({ title: subject, text, messageId });
    return reply;
  }
  return {
    subject: createEmailChannel({ address }, { mail }),
    guarded: null,
    meet: (trouble) => server.reply(replies[trouble] ?? {}),
    revoke: () => server.reply({ RCPT: `550 5.1.1 <${address}> has no mailbox here` }),
    limit: () => server.reply({ RCPT: '450 4.7.1 Greylisted' }),
    shown: () => shown,
    messageIds: () => shown.map(({ messageId }) => messageId),
    callCount: server.connections,
    hangUp: server.stop,
    secrets: [address],
    stop: () => server.stop().catch(() => {}),
  };
}

const replies: Partial<Record<ChannelTrouble, Replies>> = {
  lost_answer: { 'DATA END': null },
  server_error: { 'DATA END': '451 4.3.0 Try again later' },
  echo: { 'DATA END': `554 5.7.1 Refused for ${address}` },
};
