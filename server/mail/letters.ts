// The words of every mail. About orders: short, and no word of a visitor's in them (D-24). About messages and alerts: all of them.
import { formatUsd } from '../../contract/money.ts';
import type { StoreProfile } from '../../contract/store-profile.ts';
import { timeIn } from '../../contract/time-zones.ts';
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
  const words = wordsOf(about, parts);
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

function wordsOf(about: MailAbout, parts: LetterParts): Words {
  if (about.kind === 'contact') return contactWords(about, parts);
  return about.kind === 'alert' ? alertWords(about, parts) : orderWords(about, parts);
}

type Words = { subject: string; lines: string[] };
type OrderMail = Extract<MailAbout, { orderId: string }>;
type ContactMail = Extract<MailAbout, { kind: 'contact' }>;
type AlertMail = Extract<MailAbout, { kind: 'alert' }>;

function orderWords({ kind, orderId, refund }: OrderMail, { profile, publicUrl, receiptPath }: LetterParts): Words {
  const { subject, lines } = kind === 'order_refunded' ? refundWords(orderId, refund) : ofOrder[kind](orderId);
  const around = refund?.language === 'pt' ? aroundPt : aroundEn;
  return {
    subject,
    lines: [
      ...lines,
      ...(kind === 'order_paid' ? sellerLines(profile) : []),
      '',
      ...(withReceipt.has(kind) ? [`${around.receipt}: ${publicUrl}${receiptPath(orderId)}`] : []),
      `${around.follow}: ${publicUrl}${around.clientPath}`,
      '',
      `${around.questions} ${oneLine(profile.supportEmail)}.`,
      oneLine(profile.name),
    ],
  };
}

const aroundEn = {
  receipt: 'Receipt',
  follow: 'Follow it here, with this e-mail address',
  clientPath: '/client',
  questions: 'Questions? Write to',
};
const aroundPt: typeof aroundEn = {
  receipt: 'Recibo',
  follow: 'Acompanhe aqui, com este endereço de e-mail',
  clientPath: '/pt/client',
  questions: 'Dúvidas? Escreva para',
};

// Who sold it, where the operator says so.
function sellerLines({ business: { name, address, taxId } }: StoreProfile): string[] {
  const told = [name, ...address.split('\n'), taxId === '' ? '' : `Tax or registration number: ${taxId}`];
  const lines = told.map(oneLine).filter(Boolean);
  return lines.length === 0 ? [] : ['', 'Sold by:', ...lines];
}

/** Mails about money that moved. */
const withReceipt: ReadonlySet<MailKind> = new Set<MailKind>(['order_paid', 'order_refunded']);

const ofOrder: Record<Exclude<MailKind, 'order_refunded'>, (id: string) => Words> = {
  order_received: (id) => ({
    subject: `We received your order ${id}`,
    lines: [
      `We received your order ${id}. We start on it as soon as it is paid.`,
      'If you did not order anything, you can ignore this mail: nothing is charged.',
    ],
  }),
  order_paid: (id) => ({
    subject: `Your order ${id} is paid`,
    lines: [`Your payment for order ${id} has arrived. Thank you.`],
  }),
  order_completed: (id) => ({
    subject: `Your order ${id} is complete`,
    lines: [`Everything in your order ${id} has been delivered.`],
  }),
};

// In the language of the order. How somebody paid outside of any gateway is not known.
function refundWords(id: string, refund?: OrderMail['refund']): Words {
  const isByHand = refund?.attemptNumber === null;
  if (refund?.language === 'pt') {
    const way = isByHand ? 'pelo meio que você usou para pagar' : 'no cartão usado no pagamento';
    const lines = [`Reembolsamos ${formatUsd(refund.amountCents)} do seu pedido ${id} ${way}.`];
    if (!isByHand) lines.push('O prazo para o valor aparecer depende do banco do cartão.');
    return { subject: `Reembolso do seu pedido ${id}`, lines };
  }
  const amount = refund ? formatUsd(refund.amountCents) : 'money';
  const lines = [
    `We refunded ${amount} for your order ${id} ${isByHand ? 'the way you paid' : 'to the card that paid it'}.`,
  ];
  if (!isByHand) lines.push('How long it takes to show there depends on the bank of the card.');
  return { subject: `A refund for your order ${id}`, lines };
}

function contactWords(
  { name, email, subject, message, urgent, receivedAt }: ContactMail,
  { profile: { timeZone } }: LetterParts,
): Words {
  const mark = urgent ? '[Contact, urgent]' : '[Contact]';
  return {
    subject: `${mark} ${subject}`,
    lines: [`From: ${name} <${email}>`, `Received: ${timeIn(timeZone, receivedAt)}`, '', message],
  };
}

function alertWords(
  { severity, message, raisedAt }: AlertMail,
  { publicUrl, profile: { timeZone } }: LetterParts,
): Words {
  return {
    subject: `[Alert, ${severity}] ${message}`,
    lines: [
      message,
      `Raised: ${timeIn(timeZone, raisedAt)}`,
      '',
      `All alerts: ${publicUrl}/admin?tab=security`,
      'Few alerts an hour are told by mail: there may be more.',
    ],
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
