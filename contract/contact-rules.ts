// What a message to the support may be (CONTACT-2, S-18). Used by the form and, again, by the server.
import { isAcceptableEmail } from './checkout-rules.ts';
import { messages } from './messages.ts';

export type ContactField = 'name' | 'email' | 'subject' | 'message';
export type ContactFields = Record<ContactField, string>;
export type ContactFailure = { field: ContactField; message: string };

/** In the order of the form. */
export const contactFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** In characters, after trimming. */
export const contactLimits: Record<ContactField, number> = { name: 100, email: 254, subject: 150, message: 5000 };

const required: Record<ContactField, string> = {
  name: 'Please tell us your name.',
  email: 'Please enter your email address, so that we can answer.',
  subject: 'Please enter a subject.',
  message: 'Please write your message.',
};

/**
 * The fields as they are stored and mailed: trimmed; no line breaks and no control characters in what becomes a mail
 * header (S-18). The message keeps its lines.
 */
export function cleanContact({ name, email, subject, message }: ContactFields): ContactFields {
  const lines = message.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  return {
    name: oneLine(name),
    email: oneLine(email),
    subject: oneLine(subject),
    message: lines.replace(/[^\P{Cc}\n\t]/gu, '').trim(),
  };
}

/** Every field that is wrong with its sentence, in the order of the form. Cleans by itself. */
export function checkContact(fields: ContactFields): ContactFailure[] {
  const clean = cleanContact(fields);
  return contactFields.flatMap((field) => {
    const message = problemOf(field, clean[field]);
    return message ? [{ field, message }] : [];
  });
}

/** `URGENT` in the subject marks a message. */
export function isUrgent(subject: string): boolean {
  return /urgent/i.test(subject);
}

function problemOf(field: ContactField, value: string): string | null {
  if (value === '') return required[field];
  if (field === 'email') return isAcceptableEmail(value) ? null : messages.emailInvalid;
  const most = contactLimits[field];
  return value.length > most ? `The ${field} can be at most ${most.toLocaleString('en-US')} characters long.` : null;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
