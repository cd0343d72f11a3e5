// Addresses that admins enter, and what services at other addresses answered, in English.
import { sentence, type TextForms, type Words } from './forms.ts';

/** The other side of a connection, as sentences call it. */
const peerNames = {
  channel: 'channel',
  discord: 'Discord API',
  endpoint: 'endpoint',
  gateway: 'gateway',
  heartbeat: 'heartbeat',
  ntfy: 'ntfy server',
  provider: 'provider',
  push: 'push service',
  slack: 'Slack API',
  telegram: 'Telegram API',
  webhook: 'webhook',
};
export type Peer = keyof typeof peerNames;

const secretNames = {
  api_key: 'API key',
  bot_token: 'bot token',
  token: 'token',
  secret: 'secret',
  endpoint: 'endpoint',
  key: 'key',
  password: 'password',
};
export type SecretName = keyof typeof secretNames;

const providerFieldNames = { name: 'name', apiUrl: 'API URL', apiKey: 'API key' };

type OfPeer = { who: Peer };
type Answered = { words: Words };

export const connectionTexts = {
  url_invalid: ({ who }: OfPeer) => `The ${peerNames[who]} URL is not a URL.`,
  url_with_user: ({ who }: OfPeer) => `The ${peerNames[who]} URL must not hold a user or a password.`,
  url_not_https: ({ who }: OfPeer) => `The ${peerNames[who]} URL must begin with https://.`,
  address_not_public: ({ who }: OfPeer) => `The ${peerNames[who]} is not at a public address.`,
  address_missing: ({ who }: OfPeer) => `The ${peerNames[who]} has no address.`,
  whole_url_needed: 'Enter the whole URL: nothing of the saved one goes to another server.',
  secret_needed: ({ secret }: { secret: SecretName }) =>
    `Enter the ${secretNames[secret]} again: the saved one is sent only to the server that it was saved for.`,
  secret_differs: 'Enter this secret in full: the saved one is another.',

  /** The words of the other side, or of the store about it. */
  peer_words: ({ words }: Answered, { text }: TextForms) => text(words),
  peer_answered: ({ who, status, words }: OfPeer & Answered & { status: number }, { text }: TextForms) =>
    `The ${peerNames[who]} answered ${status}${words === '' ? '.' : `: ${text(words)}`}`,
  peer_silent: ({ who, words }: OfPeer & { words: string }) => `The ${peerNames[who]} did not answer (${words}).`,
  peer_unreachable: ({ who, words }: OfPeer & { words: string }) =>
    `The ${peerNames[who]} could not be reached (${words}).`,
  peer_timed_out: ({ seconds }: { seconds: number }) => `No response within ${seconds} s.`,

  mail_test_login: 'The mail server refused the user name or the password.',
  mail_test_host: 'There is no server with this host name.',
  mail_test_port: 'The server accepts no connection on this port.',
  mail_test_certificate: 'The certificate of the mail server is not valid for its host name.',
  mail_test_timeout: 'The mail server did not respond in time. Check host and port; a firewall may block them.',
  mail_test_security: 'The mail server does not use this kind of encryption on this port.',
  mail_test_sender: ({ words }: Answered, { text }: TextForms) =>
    `The mail server refused the sender's address: ${text(words)}`,
  mail_test_other: ({ words }: Answered, { text }: TextForms) => `The test failed: ${text(words)}`,
  server_password_missing: 'Enter the password of this user.',
  mailbox_user_missing: 'Enter the user name of the mailbox.',
  mailbox_missing: 'No mailbox is set up.',
  sender_name_invalid: 'The name must be one line without control characters.',
  set_by_environment: ({ variable }: { variable: string }) =>
    `${variable} is set in the environment of the store. Remove it there to change this here.`,
  backup_folder_relative: 'Enter an absolute path, such as /var/backups/applaud.',
  backup_folder_unusable: ({ words }: { words: string }) => `The store cannot write into this folder (${words}).`,
  mail_server_missing: 'No mail server is configured.',
  mail_server_answered: ({ words }: Answered, { text }: TextForms) => `The mail server answered: ${text(words)}`,
  mail_not_accepted: ({ words }: Answered, { text }: TextForms) =>
    `The mail server did not accept the email: ${text(words)}`,
  mail_not_written: 'The email could not be written.',
  mail_domain_impossible: 'The domain of this address cannot exist.',
  mail_server_silent: 'The mail server did not respond in time.',
  mail_utf8_missing: 'The mail server does not offer SMTPUTF8, which the letters before the @ of this address need.',

  channel_failed: 'The channel failed.',
  channel_sealed: 'The configuration cannot be read: SECRETS_KEY is another one now.',
  too_many_channels: ({ most }: { most: number }) => `There are ${most} channels already.`,
  channel_kind_fixed: 'Add another channel for another kind.',
  quiet_hours_incomplete: 'Quiet hours need a beginning and an end.',
  channel_email_missing: 'Enter an email address.',
  bot_token_form: 'This is not a bot token of Telegram.',

  ping_url_missing: 'Enter the ping URL.',
  ping_url_sealed: 'The URL cannot be read: SECRETS_KEY is another one now.',
  monitor_silent: ({ words }: { words: string }) => `The monitor did not respond: ${words}.`,
  monitor_refused: ({ status }: { status: number }) => `The monitor returned HTTP ${status}.`,

  provider_field_missing: ({ field }: { field: keyof typeof providerFieldNames }) =>
    `Enter the ${providerFieldNames[field]}.`,
  provider_key_form: 'The API key must be letters, digits and signs without spaces.',
  service_id_form: 'A service id is a number or a short word.',
  provider_set_above: 'The address, key and services of this provider are set above.',
  provider_changed: 'Another admin changed this provider just now. Reload and try again.',
  provider_not_saved: 'No provider is configured yet. Save its URL and key first.',
  provider_address_missing: 'Save its address and key first.',
  provider_key_refused: ({ words }: Answered, { text }: TextForms) => `The provider refused the key: ${text(words)}`,
  provider_test_failed: ({ words }: Answered, { text }: TextForms) =>
    `The test call to the provider failed: ${text(words)}`,
  provider_unclear: ({ words }: Answered, { text }: TextForms) =>
    `${sentence(text(words))} The result is unknown. Look up the link in the provider's panel, then record the result.`,
};
