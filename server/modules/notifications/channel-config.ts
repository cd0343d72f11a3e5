// The configuration of a channel: sealed in the database, masked in responses.
import type { AnswerFor } from '../../../contract/index.ts';
import type { SecretName } from '../../../contract/message-texts/en-connections.ts';
import { type ChannelConfigs, channelConfigs } from '../../../contract/notification-channels.ts';
import type { ChannelKind } from '../../../contract/notification-kinds.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { NotificationChannel } from '../../ports/notification-channel.ts';
import { assertSameOrigin, parseOrigin } from '../../safe-fetch/secret-origin.ts';
import type { ChannelRow } from './notifications.repository.ts';

export type KindAndConfig = { [K in ChannelKind]: { kind: K; config: ChannelConfigs[K] } }[ChannelKind];

/** Makes the channel of a configuration; runs for each message, so it opens no connection. */
export type ChannelFactory = (of: KindAndConfig) => NotificationChannel;

export type Channels = {
  create: ChannelFactory;
  /** The chats of a bot. Throws invalid_input for a token that Telegram refuses, channel_unavailable without a response. */
  listTelegramChats: (botToken: string) => Promise<AnswerFor<'POST /api/admin/notification-channels/telegram-chats'>>;
  /** The public key of the store for push messages, in base64url. */
  pushKey: string;
};

/** Fields that grant access to the channel, as sentences call them. In a URL the path does. */
const secretFields: Readonly<Record<string, SecretName>> = {
  botToken: 'bot_token',
  token: 'token',
  secret: 'secret',
  endpoint: 'endpoint',
  p256dh: 'key',
  auth: 'key',
};
const secretUrlKinds: ReadonlySet<ChannelKind> = new Set<ChannelKind>(['discord', 'slack']);
const shownEnd = 4;
/** Of a shorter secret, its end would be too much. */
const shownFrom = 12;
const mask = '…';

function purposeOf(channelId: string): string {
  return `notification channel ${channelId}`;
}

export function sealConfig(sealer: Sealer, channelId: string, { config }: KindAndConfig): string {
  return sealer.seal(JSON.stringify(config), purposeOf(channelId));
}

/** Null where it was sealed with another key. */
export function openConfig(sealer: Sealer, { id, kind, config }: ChannelRow): ChannelConfigs[ChannelKind] | null {
  const opened = sealer.open(config, purposeOf(id));
  if (opened === null) return null;
  const parsed = channelConfigs[kind].safeParse(JSON.parse(opened));
  return parsed.success ? parsed.data : null;
}

/** The channel with its opened configuration; null where it cannot be opened. */
export function openChannel(sealer: Sealer, row: ChannelRow): KindAndConfig | null {
  const config = openConfig(sealer, row);
  return config && ({ kind: row.kind, config } as KindAndConfig);
}

/** To recognize a channel: every secret is masked. */
export function maskConfig(kind: ChannelKind, config: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).flatMap(([field, value]) =>
      value === undefined || value === '' ? [] : [[field, masked(kind, field, value)] as const],
    ),
  );
}

/**
 * A new configuration in which the masked secrets are the saved ones again. Throws invalid_input with the field where such
 * a secret would go to another origin, and for a mask of another secret.
 */
export function withKeptSecrets(to: KindAndConfig, saved: ChannelConfigs[ChannelKind] | null): KindAndConfig {
  const before: Record<string, string | undefined> = saved ?? {};
  const kept = Object.entries(to.config).map(([field, value]) => {
    const own = before[field];
    if (!isSecret(to.kind, field) || !isMask(value)) return [field, value];
    if (own === undefined || value !== masked(to.kind, field, own)) {
      throw new StoreError('invalid_input', { field, reason: 'secret_differs' });
    }
    // A secret path comes with its own address.
    if (secretFields[field]) {
      const [savedFor = '', goesTo = ''] = [before, to.config].map(findAddress);
      // What is no address is refused as such.
      if (savedFor !== goesTo && parseOrigin(goesTo))
        assertSameOrigin({ savedFor, goesTo }, { field, secret: secretFields[field] });
    }
    return [field, own];
  });
  return { kind: to.kind, config: Object.fromEntries(kept) } as KindAndConfig;
}

/** Where a channel over HTTP sends to; undefined where the kind has one address for all. */
function findAddress(config: Record<string, string | undefined>): string | undefined {
  return config.url ?? config.server;
}

function isSecret(kind: ChannelKind, field: string): boolean {
  return field in secretFields || (field === 'url' && secretUrlKinds.has(kind));
}

function isMask(value: string): boolean {
  return value.includes(mask);
}

function masked(kind: ChannelKind, field: string, value: string): string {
  if (!isSecret(kind, field)) return value;
  const end = value.length < shownFrom ? mask : `${mask}${value.slice(-shownEnd)}`;
  return field === 'url' ? `${parseHost(value)}/${end}` : end;
}

function parseHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

type StateOf = Pick<ChannelRow, 'enabled' | 'goneAt' | 'failures'> & { isSealed?: boolean };

/** No failure counts any more. */
export const healthyChannel = { failures: 0, failingSince: null, retryAt: null, goneAt: null } as const;

/** failing: its last messages failed, the other side removed it, or its configuration cannot be opened (`isSealed`). */
export function computeChannelState({
  enabled,
  goneAt,
  failures,
  isSealed = false,
}: StateOf): 'ok' | 'failing' | 'off' {
  if (!enabled) return 'off';
  return goneAt !== null || failures > 0 || isSealed ? 'failing' : 'ok';
}
