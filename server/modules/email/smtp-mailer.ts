// Sends emails over SMTP with nodemailer: one connection each.
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isAscii, withAsciiDomain } from '../../platform/ascii-domain.ts';
import { ExternalError } from '../../ports/external-error.ts';
import { logoId, qrCodeId } from './email-template.ts';
import type { Email, Mailer } from './mailer.ts';

export type SmtpOptions = {
  /** smtp:// (STARTTLS when offered, required with a password) or smtps://, with user name and password. */
  smtpUrl: string;
  /** The sender of every email. */
  from: { address: string /** Null: the name of the store. */; name: string | null };
  /** Timeout for one email, from connecting to the last response. */
  limitMs?: number;
};

type SmtpFault = Error & {
  code?: string;
  command?: string;
  permanent?: boolean;
  responseCode?: number;
};

export function createSmtpMailer({ smtpUrl, from, limitMs = 60_000 }: SmtpOptions): Mailer {
  const sender = withAsciiDomain(from.address);
  return {
    send: async (letter) => {
      const recipient = withAsciiDomain(letter.recipient);
      if (recipient === '') throw new ExternalError('refused', { code: 'mail_domain_impossible' });
      const message = await written({ ...letter, fromName: from.name ?? letter.fromName, recipient }, sender);
      return handedOver(message, { from: sender, to: [recipient] }, smtpUrl, limitMs);
    },
  };
}

async function written(letter: Email, from: string): Promise<Buffer> {
  const { messageId, fromName, recipient, references, isAutomatic, replyTo, subject, text, html, logo, qrCode } =
    letter;
  const answers = replyTo && withAsciiDomain(replyTo.address);
  const parents = references.map((id) => `<${id}>`);
  const message = await new MailComposer({
    from: { name: fromName, address: from },
    ...(isAscii(recipient) ? { to: { name: '', address: recipient } } : {}),
    // An address that only SMTPUTF8 carries would make the whole email need it.
    ...(answers && isAscii(answers) ? { replyTo: { name: replyTo?.name ?? '', address: answers } } : {}),
    messageId: `<${messageId}>`,
    ...(parents.length > 0 ? { inReplyTo: parents.at(-1), references: parents } : {}),
    subject,
    text,
    ...(html === null ? {} : { html }),
    attachments: [
      ...(logo ? [inline(logoId, logo.image, logo.type)] : []),
      ...(qrCode ? [inline(qrCodeId, qrCode, 'image/png')] : []),
    ],
    headers: isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  // The library would write the domain of such an address in Unicode again.
  return isAscii(recipient) ? message : Buffer.concat([Buffer.from(`To: ${recipient}\r\n`), message]);
}

function inline(cid: string, content: Buffer, contentType: string) {
  return { cid, content, contentType, contentDisposition: 'inline' as const };
}

function handedOver(
  message: Buffer,
  envelope: { from: string; to: string[] },
  smtpUrl: string,
  limitMs: number,
): Promise<string> {
  const { auth, ...options } = parseSmtpUrl(smtpUrl);
  const connection = new SMTPConnection({ ...options, connectionTimeout: limitMs, greetingTimeout: limitMs });
  // Read only once the server accepts the data: from then on, silence has no meaning.
  let begun = false;
  let offersUtf8 = false;
  const body = new Readable({
    read() {
      begun = true;
      this.push(message);
      this.push(null);
    },
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new ExternalError(begun ? 'unknown' : 'unavailable', { code: 'mail_server_silent' })),
      limitMs,
    );
    connection.once('error', fail);
    connection.connect((error) => (error ? fail(error) : signedIn()));

    function signedIn(): void {
      offersUtf8 = /^250[ -]SMTPUTF8\b/im.test(String(connection.lastServerResponse));
      if (auth) connection.login({ credentials: auth }, (error) => (error ? fail(error) : send()));
      else send();
    }
    function send(): void {
      // The library sends such an address all the same, for the server to refuse or to break.
      const needsUtf8 = ![envelope.from, ...envelope.to].every(isAscii);
      if (needsUtf8 && !offersUtf8) {
        fail(new ExternalError('refused', { code: 'mail_utf8_missing' }));
        return;
      }
      connection.send(envelope, body, (error, info) => {
        if (error) return fail(error);
        clearTimeout(timer);
        connection.quit();
        resolve(plainLine(info.response));
      });
    }
    function fail(error: Error): void {
      clearTimeout(timer);
      // Later errors add nothing to the first failure, but an unhandled 'error' event would throw.
      connection.on('error', () => {});
      connection.close();
      reject(toFault(error, begun));
    }
  });
}

function parseSmtpUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const auth = username === '' ? null : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  // Requires TLS for a password, except to the local machine.
  return { host, port: Number(port || (secure ? 465 : 587)), secure, requireTLS: auth !== null && !local, auth };
}

// Only a rejected recipient or message is permanent. The operator can fix a rejected sender, password or TLS.
function toFault(error: SmtpFault, begun: boolean): ExternalError {
  if (error instanceof ExternalError) return error;
  const words = describeFault(error);
  const { command, responseCode, permanent, code } = error;
  if (responseCode !== undefined && responseCode >= 400) {
    const aboutThis = command === 'RCPT TO' || command === 'DATA';
    return new ExternalError(permanent && aboutThis ? 'refused' : 'unavailable', words, { cause: error });
  }
  if (begun) return new ExternalError('unknown', words, { cause: error });
  const impossible = code === 'EENVELOPE' && command === 'API';
  return new ExternalError(impossible ? 'refused' : 'unavailable', words, { cause: error });
}

function describeFault({ message, command }: SmtpFault): string {
  const text = plainLine(message);
  return command === undefined ? text : `${command}: ${text}`;
}

// One line without addresses, because it is shown and logged.
function plainLine(text: string): string {
  return text
    .replace(/\p{C}+/gu, ' ')
    .replace(/[^\s<>"']+@[^\s<>"']+/g, '[address]')
    .slice(0, 200);
}
