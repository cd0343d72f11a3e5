// The configuration of a channel: sealed in the database, masked in responses.
import { type ChannelConfigs, channelConfigs } from '../../../contract/notification-channels.ts';
import type { ChannelKind } from '../../../contract/notification-kinds.ts';
import type { Sealer } from '../../platform/secrets.ts';
import type { NotificationChannel } from '../../ports/notification-channel.ts';
import type { ChannelRow } from './plan.repository.ts';

export type KindAndConfig = { [K in ChannelKind]: { kind: K; config: ChannelConfigs[K] } }[ChannelKind];

/** Makes the channel of a configuration; runs for each message, so it opens no connection. */
export type ChannelFactory = (of: KindAndConfig) => NotificationChannel;

/** Fields that grant access to the channel. In a URL the path does. */
const secretFields: ReadonlySet<string> = new Set(['botToken', 'token', 'secret', 'endpoint', 'p256dh', 'auth']);
const secretUrlKinds: ReadonlySet<ChannelKind> = new Set<ChannelKind>(['discord', 'slack']);
const shownEnd = 4;

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

function masked(kind: ChannelKind, field: string, value: string): string {
  if (field === 'url' && secretUrlKinds.has(kind)) return `${hostOf(value)}/…${value.slice(-shownEnd)}`;
  return secretFields.has(field) ? `…${value.slice(-shownEnd)}` : value;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
