// The port to a mail server.

/** Only `text` and `html` may contain line breaks. */
export type Email = {
  /** The same for every attempt of one email, so that mailboxes detect duplicates: an ID without the angle brackets. */
  messageId: string;
  fromName: string;
  recipient: string;
  /** The Message-IDs of the thread, oldest first; the email answers the last one. */
  references: readonly string[];
  /** False for an email that a person wrote. */
  isAutomatic: boolean;
  replyTo: { name: string; address: string } | null;
  subject: string;
  /** Plain text with \n. */
  text: string;
  /** The HTML version; null for a plain-text email. */
  html: string | null;
  /** The image that the HTML shows as `cid:logo`. */
  logo?: { image: Buffer; type: string };
  /** The PNG that the HTML shows as `cid:qr-code`. */
  qrCode?: Buffer;
};

export type Mailer = {
  /**
   * Resolves with the mail server's reply after it accepted the email. Throws ExternalError: refused (permanent), unavailable (not
   * accepted, safe to retry), unknown (the response was lost).
   */
  send(letter: Email): Promise<string>;
};
