// An email becomes the fields of a message: sender, subject, plain text, and the Message-IDs that it answers.
import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import { cleanText } from '../../../contract/characters.ts';
import { cleanContact, contactLimits } from '../../../contract/contact-rules.ts';
import { isAcceptableEmail } from '../../../contract/email-address.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import type { IncomingEmail } from '../../ports/incoming-email.ts';
import { extractAnswer } from './answer-text.ts';
import { textOfHtml } from './html-text.ts';
import type { RawEmail } from './mailbox.ts';

export type ParsedEmail = IncomingEmail;

const limits = { maxNestingDepth: 30, maxHeadersSize: 262_144, forceRfc822Attachments: true } as const;
/** The parser takes its time for each line. An email of 1 MB has about 14,000. */
const mostLines = 30_000;
/** Before the text is cleaned; far more than is stored. */
const longestText = 200_000;
const mostReferences = 100;
/** Longer ones are hashed, as an index has a limit. */
const longestMessageId = 300;
const longestAttachments = 500;

const unreadable = 'The text of this email could not be read. Read it in the mailbox.';
const empty = 'This email has no text.';
const cut = 'The email is longer. Read the rest in the mailbox.';
const unknownSender = 'unknown@sender.invalid';

/** Null for an automatic email: an auto-reply, a bounce, or one of a mailing list. */
export async function parseEmail(raw: RawEmail): Promise<ParsedEmail | null> {
  const source = firstLines(raw.source, mostLines);
  const isWhole = raw.isWhole && source.byteLength === raw.source.byteLength;
  const parsed = await PostalMime.parse(source, limits).catch(() => null);
  // A body that cannot be parsed still has a subject.
  const email = parsed ?? (await PostalMime.parse(readHead(source), limits).catch(() => null));
  if (email && isAutomatic(email)) return null;
  const ownId = idsIn(email?.messageId)[0] ?? `${hashContent(source)}@message-id.invalid`;
  const address = email?.from?.address ?? '';
  return fitted({
    messageId: ownId,
    references: [...idsIn(email?.references), ...idsIn(email?.inReplyTo)].slice(-mostReferences),
    name: email?.from?.name ?? '',
    email: isAcceptableEmail(address) ? address : unknownSender,
    subject: email?.subject ?? '',
    text: parsed ? readText(parsed, isWhole) : unreadable,
  });
}

/** In place of an email that cannot be stored. */
export function unreadableEmail(id: string): ParsedEmail {
  const messageId = `${id}@message-id.invalid`;
  return fitted({ messageId, references: [], name: '', email: unknownSender, subject: '', text: unreadable });
}

function fitted({ name, email, subject, text, ...ids }: ParsedEmail): ParsedEmail {
  const clean = cleanContact({ name, email, subject, message: text });
  return {
    ...ids,
    email: normalAddress(clean.email),
    name: clean.name.slice(0, contactLimits.name).trim() || clean.email.slice(0, contactLimits.name),
    subject: clean.subject.slice(0, contactLimits.subject).trim() || '(no subject)',
    text: clean.message,
  };
}

function isAutomatic({ headers, from }: Email): boolean {
  const findHeader = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  return (
    (findHeader('auto-submitted') ?? 'no') !== 'no' ||
    /^(bulk|list|junk)\b/.test(findHeader('precedence') ?? '') ||
    findHeader('return-path') === '<>' ||
    /^multipart\/report\b/.test(findHeader('content-type') ?? '') ||
    /^(mailer-daemon|postmaster)@/i.test(from?.address ?? '')
  );
}

/** Within the limit of a message, with a line about what is not in it. */
function readText({ text, html, attachments }: Email, isWhole: boolean): string {
  const plain =
    cleanText((text ?? '').slice(0, longestText)) || cleanText(textOfHtml((html ?? '').slice(0, longestText)));
  const own = extractAnswer(plain) || empty;
  const named = attachments.map(({ filename, mimeType }) => filename || mimeType).join(', ');
  const notes = attachments.length === 0 ? [] : [`[Attachments, not stored: ${shortened(named, longestAttachments)}]`];
  const isCut = !isWhole || own.length + notes.join('\n').length + 2 > contactLimits.message;
  if (isCut) notes.push(`[${cut}]`);
  if (notes.length === 0) return own;
  const tail = `\n\n${cleanText(notes.join('\n'))}`;
  return `${own.slice(0, contactLimits.message - tail.length).trim()}${tail}`;
}

/** The Message-IDs of a header. */
function idsIn(header: string | undefined): string[] {
  const found = (header ?? '').split(/[\s<>]/).filter((word) => /.@./.test(word));
  return found.map((id) => {
    const clean = cleanText(id);
    return clean.length > longestMessageId ? `${hashContent(clean)}@message-id.invalid` : clean;
  });
}

function firstLines(source: Buffer, most: number): Buffer {
  let end = -1;
  for (let lines = 0; lines < most; lines += 1) {
    end = source.indexOf('\n', end + 1);
    if (end < 0) return source;
  }
  return source.subarray(0, end + 1);
}

function readHead(source: Buffer): Buffer {
  const end = source.indexOf('\r\n\r\n');
  return Buffer.from(source.subarray(0, end < 0 ? limits.maxHeadersSize : end + 4));
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function hashContent(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
