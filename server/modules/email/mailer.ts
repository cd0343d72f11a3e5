// THE PORT to a mail server: hands over one letter.

/** No field but `text` and `html` holds a line break. */
export type Email = {
  /** The same for every attempt of one email, so that mailboxes detect duplicates: an ID without the angle brackets. */
  messageId: string;
  fromName: string;
  recipient: string;
  replyTo: { name: string; address: string } | null;
  subject: string;
  /** Plain text with \n. */
  text: string;
  /** The same for programs that show HTML; null for an email of plain text alone. */
  html: string | null;
};

export type Mailer = {
  /**
   * Answers once the mail server took the letter. Throws OutsideError: refused (it never will), unavailable (it did not
   * take it; a repeat is safe), unknown (it was handed over, and the answer was lost).
   */
  send(letter: Email): Promise<'sent'>;
};
