// The words of every mail. About orders: short, and no word of a visitor's in them (D-24). About messages: all of them.
import type { StoreProfile } from '../../contract/store-profile.ts';
import type { MailKind } from '../ports/outbox.ts';
import type { Letter } from './mailer.ts';
import type { MailAbout } from './mails-store.ts';

export type LetterParts = {
  profile: StoreProfile;
  publicUrl: string;
  receiptPath: (orderId: string) => string;
  mailId: string;
  recipient: string;
};

/** What is sent for a mail. The id of the letter is the mail's, at the store's host. */
export function letterOf(about: MailAbout, parts: LetterParts): Letter {
  const { profile, publicUrl, mailId, recipient } = parts;
  const words = about.kind === 'contact' ? contactWords(about) : orderWords(about, parts);
  return {
    messageId: `${mailId}@${new URL(publicUrl).hostname}`,
    fromName: oneLine(profile.name),
    recipient,
    replyTo: about.kind === 'contact' && isPlainAddress(about.email) ? { name: '', address: about.email } : null,
    subject: oneLine(words.subject),
    text: `${words.lines.join('\n')}\n`,
  };
}

/** One mailbox as mail servers write it, nothing that they could take for several or for more than an address. */
export function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}"(),:;<>@[\]\\]+@[^\s\p{Cc}"(),:;<>@[\]\\]+$/u.test(address);
}

type Words = { subject: string; lines: string[] };
type OrderMail = Extract<MailAbout, { orderId: string }>;
type ContactMail = Extract<MailAbout, { kind: 'contact' }>;

function orderWords({ kind, orderId }: OrderMail, { profile, publicUrl, receiptPath }: LetterParts): Words {
  const { subject, said } = ofOrder[kind];
  return {
    subject: subject(orderId),
    lines: [
      ...said(orderId),
      ...(kind === 'order_paid' ? sellerLines(profile) : []),
      '',
      ...(withReceipt.has(kind) ? [`Receipt: ${publicUrl}${receiptPath(orderId)}`] : []),
      `Follow it here, with this e-mail address: ${publicUrl}/client`,
      '',
      `Questions? Write to ${oneLine(profile.supportEmail)}.`,
      oneLine(profile.name),
    ],
  };
}

// Who sold it, where the operator says so.
function sellerLines({ business: { name, address, taxId } }: StoreProfile): string[] {
  const told = [name, ...address.split('\n'), taxId === '' ? '' : `Tax or registration number: ${taxId}`];
  const lines = told.map(oneLine).filter(Boolean);
  return lines.length === 0 ? [] : ['', 'Sold by:', ...lines];
}

/** Mails about money that moved. */
const withReceipt: ReadonlySet<MailKind> = new Set<MailKind>(['order_paid', 'order_refunded']);

const ofOrder: Record<MailKind, { subject: (id: string) => string; said: (id: string) => string[] }> = {
  order_received: {
    subject: (id) => `We received your order ${id}`,
    said: (id) => [
      `We received your order ${id}. We start on it as soon as it is paid.`,
      'If you did not order anything, you can ignore this mail: nothing is charged.',
    ],
  },
  order_paid: {
    subject: (id) => `Your order ${id} is paid`,
    said: (id) => [`Your payment for order ${id} has arrived. Thank you.`],
  },
  order_completed: {
    subject: (id) => `Your order ${id} is complete`,
    said: (id) => [`Everything in your order ${id} has been delivered.`],
  },
  order_refunded: {
    subject: (id) => `A refund for your order ${id}`,
    said: (id) => [
      `We refunded money for your order ${id} to the card that paid it.`,
      'How long it takes to show there depends on the bank of the card.',
    ],
  },
};

function contactWords({ name, email, subject, message, urgent, receivedAt }: ContactMail): Words {
  const mark = urgent ? '[Contact, urgent]' : '[Contact]';
  return {
    subject: `${mark} ${subject}`,
    lines: [`From: ${name} <${email}>`, `Received: ${receivedAt.toISOString()}`, '', message],
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
