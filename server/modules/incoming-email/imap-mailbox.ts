// Reads a mailbox over IMAP with imapflow: one connection each time, EXAMINE and BODY.PEEK, so that nothing changes in it.
import { createHash } from 'node:crypto';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import { ExternalError } from '../../ports/external-error.ts';
import { type Folder, largestEmailBytes, type Mailbox } from './mailbox.ts';

export type ImapLimits = {
  /** For connecting, and for each answer. */
  answerMs: number;
  /** From connecting to signing out. */
  wholeMs: number;
};

const usualLimits: ImapLimits = { answerMs: 20_000, wholeMs: 75_000 };
/** An answer is larger than the email in it. */
const largestAnswerBytes = 2 * largestEmailBytes;

type ImapFault = Error & { code?: string; authenticationFailed?: boolean; serverResponseCode?: string };

/** `imapUrl` is valid: imaps://, or imap:// with STARTTLS (without TLS on this machine only). */
export function createImapMailbox(imapUrl: string, limits: ImapLimits = usualLimits): Mailbox {
  const { folder, options } = parseImapUrl(imapUrl);

  async function open<T>(use: (folder: Folder) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      ...options,
      logger: false,
      clientInfo: { name: 'Applaud' },
      connectionTimeout: limits.answerMs,
      greetingTimeout: limits.answerMs,
      socketTimeout: limits.answerMs,
      maxLiteralSize: largestAnswerBytes,
      disableAutoIdle: true,
      disableAutoEnable: true,
      disableCompression: true,
    });
    // A failed command reports the same error; an unhandled 'error' event would end the process.
    client.on('error', () => {});
    let isLate = false;
    const close = () => {
      isLate = true;
      client.close();
    };
    const whole = setTimeout(close, limits.wholeMs);
    /** One command, bounded in time. */
    async function within<R>(command: () => Promise<R>): Promise<R> {
      const timer = setTimeout(close, limits.answerMs);
      try {
        return await command();
      } catch (error) {
        const words = isLate ? lateSentence : describeFault(error as ImapFault, folder);
        throw new ExternalError('unavailable', words, { cause: error });
      } finally {
        clearTimeout(timer);
      }
    }
    try {
      await within(() => client.connect());
      return await use(await openFolder(client, folder, within));
    } finally {
      await client.logout().catch(() => {});
      client.close();
      clearTimeout(whole);
    }
  }

  return { key: hashMailbox(options, folder), open };
}

async function openFolder(
  client: ImapFlow,
  path: string,
  within: <R>(command: () => Promise<R>) => Promise<R>,
): Promise<Folder> {
  const { uidValidity, uidNext } = await within(() => client.mailboxOpen(path, { readOnly: true }));

  async function listAfter(uid: number, since: Date | null): Promise<number[]> {
    const query = { uid: `${uid + 1}:*`, ...(since ? { since } : {}) };
    const found = await within(() => client.search(query, { uid: true }));
    if (!found) throw new ExternalError('unavailable', 'The mail server refused to list the emails.');
    // A range with * always holds the last email.
    return found.filter((one) => one > uid).sort((a, b) => a - b);
  }

  return {
    uidValidity: Number(uidValidity ?? 0),
    listAfter,
    findLastUid: async () => (uidNext ? uidNext - 1 : ((await listAfter(0, null)).at(-1) ?? 0)),
    fetch: async (uid) => {
      const query = { uid: true, size: true, source: { maxLength: largestEmailBytes } };
      const { source, size = 0 } = (await within(() => client.fetchOne(`${uid}`, query, { uid: true }))) || {};
      if (!source) return null;
      return { source, isWhole: size <= source.byteLength };
    },
  };
}

function parseImapUrl(imapUrl: string) {
  const { protocol, hostname, port, username, password, pathname } = new URL(imapUrl);
  const secure = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const options = {
    host,
    port: Number(port || (secure ? 993 : 143)),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    // Without TLS a password stays on this machine.
    ...(secure ? {} : { doSTARTTLS: !isLocal }),
  } satisfies ImapFlowOptions;
  return { folder: decodeURIComponent(pathname.slice(1)) || 'INBOX', options };
}

function hashMailbox({ host, port, auth }: ReturnType<typeof parseImapUrl>['options'], folder: string): string {
  return createHash('sha256')
    .update(JSON.stringify([auth.user, host, port, folder]))
    .digest('hex');
}

const lateSentence = 'The mail server did not answer in time.';

/** Without words of the server, which may repeat the user name. */
function describeFault({ code, authenticationFailed, message, ...fault }: ImapFault, folder: string): string {
  if (authenticationFailed) return 'The mail server refused the user name or the password.';
  if (/TIMEOUT/.test(code ?? '')) return lateSentence;
  if ('mailboxMissing' in fault || fault.serverResponseCode === 'NONEXISTENT') return `There is no folder ${folder}.`;
  if (code && /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE)/.test(code))
    return `The mail server cannot be reached (${code}).`;
  if (code && /CERT|SELF_SIGNED|UNABLE_TO|ERR_(TLS|SSL)/.test(code)) {
    return `The TLS connection to the mail server failed (${code}).`;
  }
  if (/STARTTLS/.test(message)) return 'The mail server offers no encrypted connection.';
  return code ? `The connection to the mail server failed (${code}).` : 'The mail server returned an error.';
}
