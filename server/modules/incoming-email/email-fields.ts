// Length limits of the stored fields of an incoming email. Without the parser packages, which run in another process.
import { cleanText } from '../../../contract/characters.ts';
import { cleanContact, contactLimits } from '../../../contract/contact-rules.ts';
import { emailKey, normalAddress } from '../../../contract/normal-address.ts';
import type { IncomingEmail } from '../../ports/incoming-email.ts';

/** Without its source, which the process that fetched it still has. */
export type ParsedEmail = Omit<IncomingEmail, 'source'> & {
  /** Something of it is not in the fields: its source is stored as well. */
  isIncomplete: boolean;
};

/** Of quotation, signature and the end of a long answer. */
const longestRest = 200_000;
/** A long answer is cut at a blank within so many characters. */
const cutWithin = 200;

const unreadable = 'The text of this email could not be read. Download it to read it.';
const cut = 'The email is longer. Download it or read the rest in the mailbox.';
export const unknownSender = 'unknown@sender.invalid';

type EmailFields = Pick<IncomingEmail, 'messageId' | 'references' | 'name' | 'email' | 'replyTo' | 'subject'> & {
  /** What the sender wrote, then what is folded. Null: it could not be read. */
  text: { own: string; rest: string } | null;
  /** Lines about what is not in the text. */
  notes: readonly string[];
  isWhole: boolean;
};

/** Within the limits of a message. */
export function fitEmail({ text, notes, isWhole, ...fields }: EmailFields): ParsedEmail {
  const { name, email, subject } = cleanContact({ ...fields, message: '' });
  const sender = normalAddress(email);
  const isElsewhere = fields.replyTo !== null && emailKey(fields.replyTo) !== emailKey(sender);
  return {
    messageId: fields.messageId,
    references: fields.references,
    email: sender,
    replyTo: isElsewhere ? normalAddress(fields.replyTo ?? '') : null,
    name: name.slice(0, contactLimits.name).trim() || email.slice(0, contactLimits.name),
    subject: subject.slice(0, contactLimits.subject).trim() || '(no subject)',
    ...fitText(text ?? { own: unreadable, rest: '' }, notes, isWhole),
    isIncomplete: text === null || !isWhole || text.rest.length + text.own.length > longestRest,
  };
}

/** In place of an email that cannot be stored, or whose headers cannot be read either. */
export function unreadableEmail(id: string): ParsedEmail {
  const fields = { messageId: `${id}@message-id.invalid`, references: [], name: '', email: unknownSender, subject: '' };
  return fitEmail({ ...fields, replyTo: null, text: null, notes: [], isWhole: true });
}

/** No word is cut apart, and none is in neither part. */
function fitText({ own, rest }: { own: string; rest: string }, notes: readonly string[], isWhole: boolean) {
  const isCut = !isWhole || own.length + rest.length > longestRest;
  const lines = [...notes, ...(isCut ? [`[${cut}]`] : [])].join('\n');
  const tail = lines === '' ? '' : `\n\n${cleanText(lines)}`;
  const at = findCut(own, contactLimits.message - tail.length);
  const folded = [own.slice(at), rest].map((part) => part.trim()).filter((part) => part !== '');
  return {
    text: `${own.slice(0, at).trim()}${tail}`.trim(),
    rest: folded.length === 0 ? null : folded.join('\n\n').slice(0, longestRest),
  };
}

function findCut(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const last = text.slice(most - cutWithin, most).search(/\s\S*$/);
  if (last >= 0) return most - cutWithin + last;
  return /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
}
