// The rules of contact messages, applied by the form and again by the server.
import { isAcceptableEmail } from './email-address.ts';
import { reasonTexts } from './refusal-reasons.ts';

export type ContactField = 'name' | 'email' | 'subject' | 'message';
export type ContactFields = Record<ContactField, string>;
export const contactReasons = [
  'contact_name_required',
  'contact_email_required',
  'contact_subject_required',
  'contact_message_required',
  'contact_too_long',
  'email_invalid',
] as const;
export type ContactReason = (typeof contactReasons)[number];
export type ContactFailure = { field: ContactField; reason: ContactReason; message: string };

/** In form order. */
export const contactFields: readonly ContactField[] = ['name', 'email', 'subject', 'message'];

/** In characters, after trimming. */
export const contactLimits: Record<ContactField, number> = { name: 100, email: 254, subject: 150, message: 5000 };

const required: Record<ContactField, ContactReason> = {
  name: 'contact_name_required',
  email: 'contact_email_required',
  subject: 'contact_subject_required',
  message: 'contact_message_required',
};

/**
 * Normalizes the fields for storage and email: trims them and removes line breaks and control characters from email
 * headers. The message keeps its line breaks.
 */
export function cleanContact({ name, email, subject, message }: ContactFields): ContactFields {
  return {
    name: oneLine(name),
    email: oneLine(email),
    subject: oneLine(subject),
    message: cleanText(message),
  };
}

/** Every invalid field with its error message, in form order. Cleans the fields first. */
export function checkContact(fields: ContactFields): ContactFailure[] {
  const clean = cleanContact(fields);
  return contactFields.flatMap((field) => {
    const reason = problemOf(field, clean[field]);
    if (reason === null) return [];
    const message = reason === 'contact_too_long' ? tooLong(field) : reasonTexts[reason];
    return [{ field, reason, message }];
  });
}

/** `URGENT` in the subject marks a message as urgent. */
export function isUrgent(subject: string): boolean {
  return /urgent/i.test(subject);
}

function problemOf(field: ContactField, value: string): ContactReason | null {
  if (value === '') return required[field];
  if (field === 'email') return isAcceptableEmail(value) ? null : 'email_invalid';
  return value.length > contactLimits[field] ? 'contact_too_long' : null;
}

function tooLong(field: ContactField): string {
  return `The ${field} can be at most ${contactLimits[field].toLocaleString('en-US')} characters long.`;
}

/** Plain text with \n, without other control characters and outer blanks. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\p{Cs}|[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
