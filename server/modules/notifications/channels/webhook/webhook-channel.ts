// Messages as JSON to a program of the operator, signed like the webhooks of orders (Standard Webhooks).
import type { ChannelConfigs } from '../../../../../contract/notification-channels.ts';
import { signedHeaders } from '../../../../platform/webhook-signature.ts';
import type { NotificationChannel, NotificationMessage } from '../../../../ports/notification-channel.ts';
import { type ChannelOptions, type ChannelResponse, httpChannel, type Reading, secretsOfUrl } from '../channel-call.ts';

export function createWebhookChannel(
  { url, secret }: ChannelConfigs['webhook'],
  deps: ChannelOptions,
): NotificationChannel {
  const secrets = [secret, ...secretsOfUrl(url)];
  return httpChannel(
    deps,
    (message) => {
      const body = JSON.stringify(buildContent(message));
      // A retry has the same webhook-id, so that the receiver can skip it.
      const headers = signedHeaders(secret, { id: message.id, at: deps.now(), body });
      return { who: 'webhook', url, body, headers, secrets };
    },
    readAnswer,
  );
}

function buildContent({ sentAt, badge, ...message }: NotificationMessage): object {
  return { event: 'notification', ...message, open_action_items: badge, sent_at: sentAt.toISOString() };
}

/** Any 2xx confirms; 410 ends the channel. */
function readAnswer({ status, text }: ChannelResponse): Reading {
  return { words: text, isConfirmed: true, isGone: status === 410 };
}
