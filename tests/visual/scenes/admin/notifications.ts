// The notification channels of the scenes.
import type { AnswerFor } from '../../../../contract/index.ts';

type Channel = AnswerFor<'GET /api/admin/notification-channels'>[number];

const channel: Channel = {
  id: '1',
  kind: 'telegram',
  name: 'My phone',
  config: { botToken: '…Dsaw', chatId: '42', chatName: 'Night shift' },
  kinds: null,
  leastSeverity: 'info',
  quietFrom: 1_320,
  quietUntil: 420,
  language: 'en',
  enabled: true,
  state: 'ok',
  createdAt: '2026-03-01T09:00:00Z',
  lastSentAt: '2026-03-14T14:20:00Z',
  lastAnswer: 'The Telegram API answered 200: message 31',
  lastFailedAt: null,
  adminId: null,
};

export const channels: Channel[] = [
  channel,
  {
    ...channel,
    id: '2',
    kind: 'slack',
    name: 'Team',
    config: { url: 'hooks.slack.com/…XXXX' },
    state: 'failing',
    lastSentAt: '2026-03-12T08:00:00Z',
    lastAnswer: 'The Slack API answered 410: channel_is_archived',
    lastFailedAt: '2026-03-14T13:00:00Z',
  },
  {
    ...channel,
    id: '3',
    kind: 'web-push',
    name: 'Laptop',
    config: { deviceName: 'Chrome on macOS', endpoint: '…x9Qa' },
    enabled: false,
    state: 'off',
    lastSentAt: null,
    lastAnswer: null,
  },
];
