// The content of every email. Order emails use the text catalogue; emails about messages and alerts are plain text.

import { cleanLine, cleanText } from '../../../contract/characters.ts';
import { isPlainAddress } from '../../../contract/email-address.ts';
import { defaultLanguage, isLanguage } from '../../../contract/languages.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import { drawQrCode } from '../../platform/qr-image.ts';
import { digestEmail } from './digest-email.ts';
import { brandOf, type EmailContent, logoId, onlyParagraphs, renderEmail } from './email-template.ts';
import { emailTextsOf } from './email-texts.ts';
import type { MailAbout, ReceivedMail, ReplyMail } from './emails.repository.ts';
import type { Email } from './mailer.ts';
import { filled, type OrderEmailOptions, orderEmail } from './order-email.ts';

export type EmailTemplateInput = OrderEmailOptions & {
  mailId: string;
  recipient: string;
  /** The digits of a code. Omitted in a preview: nobody but the recipient reads a code. */
  computeCode?: (codeId: string) => string;
  /** The path of an invitation. Omitted in a preview. */
  invitationPath?: (invitationId: string) => string;
};

const loginPath = '/admin-login';
const hiddenCode = '••••••';

/** The content of an email. Its Message-ID is the stored one, else the mail's ID at the store's host. */
export function composeEmail(about: MailAbout, parts: EmailTemplateInput): Email {
  const { profile, publicUrl, mailId, recipient, logo } = parts;
  const words = composeWords(about, parts);
  const stored = about.kind === 'contact' || about.kind === 'contact_reply' ? about.messageId : null;
  const answerTo = findAnswerAddress(about, profile.support_email);
  return {
    messageId: stored ?? `${mailId}@${new URL(publicUrl).hostname}`,
    fromName: cleanLine(profile.name),
    recipient,
    references: about.kind === 'contact_reply' || about.kind === 'contact_received' ? about.parents : [],
    isAutomatic: about.kind !== 'contact_reply',
    replyTo: answerTo !== null && isPlainAddress(answerTo) ? { name: '', address: answerTo } : null,
    subject: cleanLine(words.subject),
    text: words.text,
    html: words.html,
    ...(words.code ? { qrCode: drawQrCode(words.code, 4) } : {}),
    ...(logo && words.html?.includes(`cid:${logoId}`) ? { logo } : {}),
  };
}

/** The writer of a message, and the support for a reply to it or its acknowledgement. */
function findAnswerAddress(about: MailAbout, supportEmail: string): string | null {
  if (about.kind === 'contact_reply' || about.kind === 'contact_received') return supportEmail;
  return about.kind === 'contact' ? about.email : null;
}

function composeWords(about: MailAbout, parts: EmailTemplateInput): Words {
  if (about.kind === 'contact') return contactWords(about, parts);
  if (about.kind === 'contact_reply') return replyWords(about, parts);
  if (about.kind === 'alert') return alertWords(about, parts);
  if (about.kind === 'admin_invitation') return invitationWords(about, parts);
  if (about.kind === 'digest') return digestEmail(about.figures, about.language, parts);
  if (about.kind === 'contact_received') return renderEmail(receivedEmail(about, parts));
  if (about.kind === 'track_code') return renderEmail(codeEmail(about, parts));
  const content = orderEmail(about, parts);
  return { ...renderEmail(content), ...(content.code ? { code: content.code.value } : {}) };
}

/** `code`: shown as a QR code. */
type Words = { subject: string; text: string; html: string | null; code?: string };
type ContactMail = Extract<MailAbout, { kind: 'contact' }>;
type InvitationMail = Extract<MailAbout, { kind: 'admin_invitation' }>;
type CodeMail = Extract<MailAbout, { kind: 'track_code' }>;
type AlertMail = Extract<MailAbout, { kind: 'alert' }>;

// Without order and link, because somebody else may have requested the code.
function codeEmail({ codeId, language }: CodeMail, { profile, computeCode, logo }: EmailTemplateInput): EmailContent {
  const known = isLanguage(language) ? language : defaultLanguage;
  const texts = emailTextsOf(known, profile.texts[known]);
  const { subject, paragraphs, code } = texts.trackCode;
  return {
    ...onlyParagraphs,
    ...brandOf(profile, logo !== undefined),
    language,
    storeName: cleanLine(profile.name),
    subject,
    paragraphs: paragraphs.slice(0, 1),
    facts: [{ label: code, value: computeCode?.(codeId) ?? hiddenCode }],
    closing: [...paragraphs.slice(1), filled(texts.questions, { email: cleanLine(profile.support_email) })],
  };
}

// Without a word of the message, because a visitor may have typed the address of somebody else.
function receivedEmail({ language }: ReceivedMail, { profile, logo }: EmailTemplateInput): EmailContent {
  const { subject, paragraphs } = emailTextsOf(language, profile.texts[language]).contactReceived;
  const look = brandOf(profile, logo !== undefined);
  return { ...onlyParagraphs, ...look, language, storeName: cleanLine(profile.name), subject, paragraphs };
}

function plain(subject: string, lines: readonly string[]): Words {
  return { subject, text: `${lines.join('\n')}\n`, html: null };
}

// In both languages of the admin: that of the invited is unknown.
function invitationWords(
  { invitationId, expiresAt }: InvitationMail,
  { profile, publicUrl, invitationPath }: EmailTemplateInput,
): Words {
  const store = cleanLine(profile.name);
  const link = `${publicUrl}${invitationPath?.(invitationId) ?? loginPath}`;
  const until = timeIn(profile.time_zone, expiresAt);
  return plain(`Invitation to ${store} / Convite para ${store}`, [
    `You are invited to the admin of ${store}. Open this link and choose a password. It works once, until ${until}:`,
    '',
    link,
    '',
    'If you do not expect this invitation, ignore this email.',
    '',
    `Você foi convidado para a administração de ${store}. Abra o link acima e escolha uma senha. Ele funciona uma vez, até ${until}.`,
    'Se você não espera este convite, ignore este email.',
  ]);
}

function contactWords(
  { name, email, subject, message, urgent, receivedAt }: ContactMail,
  { profile: { time_zone } }: EmailTemplateInput,
): Words {
  const mark = urgent ? '[Contact, urgent]' : '[Contact]';
  return plain(`${mark} ${subject}`, [
    `From: ${cleanLine(name)} <${email}>`,
    `Received: ${timeIn(time_zone, receivedAt)}`,
    '',
    cleanText(message),
  ]);
}

// Plain text, so that nothing of the message becomes HTML.
function replyWords({ text, to }: ReplyMail, { profile: { time_zone } }: EmailTemplateInput): Words {
  const quoted = cleanText(to.message)
    .split('\n')
    .map((line) => `> ${line}`);
  return plain(replySubject(to.subject), [
    text,
    '',
    `${cleanLine(to.name)}, ${timeIn(time_zone, to.receivedAt)}:`,
    ...quoted,
  ]);
}

function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/** Lines in one email. */
const mostSummarized = 100;

function alertWords(
  { severity, message, raisedAt, head, summary }: AlertMail,
  { publicUrl, profile: { time_zone } }: EmailTemplateInput,
): Words {
  const [firstSentence = message] = message.split(/(?<=\.) /);
  const total = summary.reduce((sum, { count }) => sum + count, 0);
  const more = summary.slice(mostSummarized).reduce((sum, { count }) => sum + count, 0);
  const [subject, ...lines] =
    total <= 1
      ? [`[Alert, ${severity}] ${firstSentence}`, message, `Raised: ${timeIn(time_zone, raisedAt)}`]
      : [
          `[Alert, ${severity}] ${total} more alerts`,
          `${total} more alerts were raised. They repeat what an earlier email reported:`,
          '',
          ...summary.slice(0, mostSummarized).map((one) => `${one.count} × ${one.message}`),
          ...(more > 0 ? [`${more} others are in the admin.`] : []),
        ];
  return plain(subject, [
    ...lines,
    '',
    `All alerts: ${publicUrl}/admin?tab=security`,
    'The first alert of a kind is emailed at once.',
    'Its repeats within an hour come in one email every ten minutes.',
    // The mailbox keeps it where nobody who changes the database reaches it.
    ...(head === null ? [] : ['', `Audit log: ${head.seq} entries, the last hash is ${head.hash}`]),
  ]);
}
