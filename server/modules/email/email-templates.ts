// The content of every email. Order emails use the text catalogue; emails about messages and alerts are plain text.
import { timeIn } from '../../../contract/time-zones.ts';
import { htmlOf, textOf } from './email-template.ts';
import type { MailAbout, OrderMail } from './emails.repository.ts';
import type { Email } from './mailer.ts';
import { type OrderEmailOptions, oneLine, orderEmail } from './order-email.ts';

export type EmailTemplateInput = OrderEmailOptions & {
  mailId: string;
  recipient: string;
};

/** The content of an email. Its Message-ID is the mail's ID at the store's host. */
export function emailOf(about: MailAbout, parts: EmailTemplateInput): Email {
  const { profile, publicUrl, mailId, recipient } = parts;
  const words = wordsOf(about, parts);
  return {
    messageId: `${mailId}@${new URL(publicUrl).hostname}`,
    fromName: oneLine(profile.name),
    recipient,
    replyTo: about.kind === 'contact' && isPlainAddress(about.email) ? { name: '', address: about.email } : null,
    subject: oneLine(words.subject),
    text: words.text,
    html: words.html,
  };
}

/** One plain mailbox: nothing that a mail server could parse as several addresses or as a display name. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}"(),:;<>@[\]\\]+@[^\s\p{Cc}"(),:;<>@[\]\\]+$/u.test(address);
}

function wordsOf(about: MailAbout, parts: EmailTemplateInput): Words {
  if (about.kind === 'contact') return contactWords(about, parts);
  return about.kind === 'alert' ? alertWords(about, parts) : orderWords(about, parts);
}

type Words = { subject: string; text: string; html: string | null };
type ContactMail = Extract<MailAbout, { kind: 'contact' }>;
type AlertMail = Extract<MailAbout, { kind: 'alert' }>;

function orderWords(about: OrderMail, parts: EmailTemplateInput): Words {
  const email = orderEmail(about, parts);
  return { subject: email.subject, text: textOf(email), html: htmlOf(email) };
}

function plain(subject: string, lines: readonly string[]): Words {
  return { subject, text: `${lines.join('\n')}\n`, html: null };
}

function contactWords(
  { name, email, subject, message, urgent, receivedAt }: ContactMail,
  { profile: { time_zone } }: EmailTemplateInput,
): Words {
  const mark = urgent ? '[Contact, urgent]' : '[Contact]';
  return plain(`${mark} ${subject}`, [
    `From: ${name} <${email}>`,
    `Received: ${timeIn(time_zone, receivedAt)}`,
    '',
    message,
  ]);
}

function alertWords(
  { severity, message, raisedAt }: AlertMail,
  { publicUrl, profile: { time_zone } }: EmailTemplateInput,
): Words {
  return plain(`[Alert, ${severity}] ${message}`, [
    message,
    `Raised: ${timeIn(time_zone, raisedAt)}`,
    '',
    `All alerts: ${publicUrl}/admin?tab=security`,
    'Alert emails are limited per hour. There may be more alerts in the admin.',
  ]);
}
