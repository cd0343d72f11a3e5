// Converts an email to the fields of a message: sender, subject, plain text, and the Message-IDs that it answers. It runs in a
// separate process (`email-parser.ts`), because no limit of lines or parts makes every email fast to parse.
import { createHash } from 'node:crypto';
import type { Email } from 'postal-mime';
import { cleanText } from '../../../contract/characters.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { splitAnswer } from './answer-text.ts';
import { fitEmail, type ParsedEmail, unknownSender } from './email-fields.ts';
import { type Body, parseMime, readHead } from './mime-body.ts';

export type EmailToParse = {
  source: Uint8Array;
  isWhole: boolean;
  /** Of an email whose text took too long. */
  headOnly?: boolean;
};

const mostReferences = 100;
/** Longer ones are hashed, as an index has a limit. */
const longestMessageId = 300;
const longestAttachments = 500;
const empty = 'This email has no text.';

/** Null for an automatic email: an auto-reply, a bounce, or one of a mailing list. */
export async function parseEmail({ source, isWhole, headOnly = false }: EmailToParse): Promise<ParsedEmail | null> {
  const whole = headOnly ? null : await parseMime(source).catch(() => null);
  // A body that cannot be parsed still has a subject.
  const parsed = whole ?? (await parseMime(readHead(source)).catch(() => null));
  const email = parsed?.email;
  if (email && isAutomatic(email)) return null;
  const ownId = idsIn(email?.messageId)[0] ?? `${hashContent(source)}@message-id.invalid`;
  const body = whole && readBody(whole.readBody);
  return fitEmail({
    messageId: ownId,
    references: [...idsIn(email?.references), ...idsIn(email?.inReplyTo)].slice(-mostReferences),
    name: email?.from?.name ?? '',
    email: acceptable(email?.from?.address) ?? unknownSender,
    replyTo: acceptable(email?.replyTo?.[0]?.address),
    subject: email?.subject ?? '',
    text: body && splitBody(body.text, email?.subject ?? ''),
    notes: body ? noteAttachments(body.attachments) : [],
    isWhole,
  });
}

/** Null where the text of the email, such as HTML of a hundred thousand levels, ends the stack. */
function readBody(read: () => Body): Body | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function splitBody(text: string, subject: string): { own: string; rest: string } {
  // The delimiter of a signature may be the last line: its blank is part of it.
  const { own, rest } = splitAnswer(cleanText(text), subject);
  return { own: own || empty, rest };
}

function noteAttachments(names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`[Attachments, not stored: ${shortened(names.join(', '), longestAttachments)}]`];
}

function acceptable(address = ''): string | null {
  return isAcceptableEmail(address) ? address : null;
}

function isAutomatic({ headers, from }: Email): boolean {
  const valuesOf = (name: string) =>
    headers.filter(({ key }) => key === name).map(({ value }) => value.trim().toLowerCase());
  const has = (name: string, pattern: RegExp) => valuesOf(name).some((value) => pattern.test(value));
  return (
    has('auto-submitted', /^(?!no\b)/) ||
    has('precedence', /^(bulk|list|junk|auto[-_ ]?reply)\b/) ||
    has('list-id', /./) ||
    headers.some(({ key, value }) => autoReplyHeader.test(key) && !/^(no|false|0)$/i.test(value.trim())) ||
    has('return-path', /^<>$/) ||
    has('content-type', /^multipart\/report\b/) ||
    /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '')
  );
}

/** Of answering machines without `Auto-Submitted`. */
const autoReplyHeader = /^x-(mail-)?auto-?(reply|respond|response|responder)(-from)?$/i;

/** The Message-IDs of a header. */
function idsIn(header: string | undefined): string[] {
  const found = (header ?? '').split(/[\s<>]/).filter((word) => /.@./.test(word));
  return found.map((id) => {
    const clean = cleanText(id);
    return clean.length > longestMessageId ? `${hashContent(clean)}@message-id.invalid` : clean;
  });
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function hashContent(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
