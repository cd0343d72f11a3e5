// Test helper: a mail server (RFC 5321) that records what the email channel sends.
import PostalMime from 'postal-mime';
import { defaultStoreProfile } from '../../contract/store-profile.ts';
import { mailNotification } from '../../server/modules/email/notification-email.ts';
import { createSmtpMailer } from '../../server/modules/email/smtp-mailer.ts';
import { createEmailChannel } from '../../server/modules/notifications/channels/email/email-channel.ts';
import type { NotificationMessage } from '../../server/ports/notification-channel.ts';
import type { ChannelStandIn, ChannelTrouble, ShownMessage } from '../conformance/channel.conformance.ts';
import { type Replies, startMailServer } from '../support/smtp-server.ts';

const address = 'night-shift@shop.example';

export type EmailStandIn = ChannelStandIn & { messageIds(): string[] };

export async function startEmailStandIn(): Promise<EmailStandIn> {
  const server = await startMailServer();
  const shown: (ShownMessage & { messageId: string })[] = [];
  const from = { address: 'shop@shop.example', name: null };
  const mailer = createSmtpMailer({ smtpUrl: server.url, from, limitMs: 2_000 });
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
