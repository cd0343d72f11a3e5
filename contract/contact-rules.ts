// The rules of contact messages, applied by the form and again by the server.

import { cleanLine, cleanName, cleanText, isPlainName } from './characters.ts';
import { cleanAddress, isAcceptableEmail } from './email-address.ts';

export type ContactField = 'name' | 'email' | 'subject' | 'message';
export type ContactFields = Record<ContactField, string>;
export const contactReasons = [
  'contact_name_required',
  'contact_email_required',
  'contact_subject_required',
  'contact_message_required',
  'contact_too_long',
  'format_character',
  'email_invalid',
] as const;
export type ContactReason = (typeof contactReasons)[number];
export type ContactFailure = { field: ContactField; reason: ContactReason };

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

/** The fields for storage and email. Only the message keeps its line breaks. */
export function cleanContact({ name, email, subject, message }: ContactFields): ContactFields {
  return {
    name: cleanName(name),
    email: cleanAddress(cleanLine(email)),
    subject: cleanLine(subject),
    message: cleanText(message),
  };
}

/** Every invalid field with its reason, in form order. Cleans the fields first. */
export function checkContact(fields: ContactFields): ContactFailure[] {
  const clean = cleanContact(fields);
  return contactFields.flatMap((field) => {
    const isHidden = field === 'name' && clean.name !== '' && !isPlainName(fields.name);
    const reason = isHidden ? 'format_character' : problemOf(field, clean[field]);
    return reason === null ? [] : [{ field, reason }];
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
