// What a mailbox delivers to the threads that incoming emails belong to.
import type { Tx } from '../database/database.ts';

/** An email to the support as it is stored: plain text, within the limits of contact messages. */
export type IncomingEmail = {
  /** Without angle brackets. */
  messageId: string;
  /** The Message-IDs that it answers, oldest first, without angle brackets. */
  references: readonly string[];
  name: string;
  email: string;
  /** Where the sender wants answers, if that is another address. */
  replyTo: string | null;
  subject: string;
  text: string;
  /** What follows `text`: quotation, signature, the end of a long answer. Longer than a message may be. */
  rest: string | null;
  /** The whole email in base64, if something of it is in neither. */
  source: string | null;
};

export type EmailOutcome = 'answer' | 'message' | 'own' | 'duplicate' | 'too_many';

/** Stores an email once, by its Message-ID. One transaction at a time. */
export type ReceiveEmail = (tx: Tx, email: IncomingEmail) => Promise<EmailOutcome>;
