// Tests of the mail servers in use, whose failures are explained in words.
import type { AdminLanguage } from '../../contract/admin-languages.ts';
import { cleanLine } from '../../contract/characters.ts';
import type { AnswerFor } from '../../contract/index.ts';
import { sentenceOf } from '../../contract/sentences.ts';
import { StoreError } from '../../contract/store-error.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { StoreContext } from '../context.ts';
import { testEmailTexts } from '../modules/email/digest-texts.ts';
import { onlyParagraphs, renderEmail } from '../modules/email/email-template.ts';
import type { Email } from '../modules/email/mailer.ts';
import { createSmtpMailer } from '../modules/email/smtp-mailer.ts';
import { recordMailTest } from '../modules/infrastructure/infrastructure.service.ts';
import { sentenceFields } from '../platform/sentence-columns.ts';
import { ExternalError } from '../ports/external-error.ts';
import type { Admin } from '../request-context.ts';

/** An operator waits for the answer, and so may a proxy in between. */
const limitMs = 8_000;

/** Sends at once, past the outbox. Throws conflict without a mail server. */
export async function testSmtp(
  ctx: StoreContext,
  language: AdminLanguage,
  { email: recipient }: Admin,
): Promise<AnswerFor<'POST /api/admin/infrastructure/smtp/test'>> {
  const mail = await ctx.infrastructure.mail();
  if (mail === null) throw new StoreError('conflict', { reason: 'mail_server_missing' });
  const email = await composeTestEmail(ctx, language, recipient);
  const result = await explain(() => createSmtpMailer({ ...mail, limitMs }).send(email));
  await recordMailTest(ctx, result.problem !== null);
  return { recipient, ...result };
}

async function composeTestEmail(ctx: StoreContext, language: AdminLanguage, recipient: string): Promise<Email> {
  const { profile } = await ctx.settings.profile();
  const fromName = cleanLine(profile.name);
  const { subject, paragraph } = testEmailTexts[language];
  return {
    ...renderEmail({ ...onlyParagraphs, language, storeName: fromName, subject, paragraphs: [paragraph] }),
    messageId: `${ctx.ids.uuid()}@${new URL(ctx.config.publicUrl).hostname}`,
    fromName,
    recipient,
    references: [],
    isAutomatic: true,
    replyTo: null,
  };
}

/** Throws conflict without a mailbox. */
export async function testImap(ctx: StoreContext): Promise<AnswerFor<'POST /api/admin/infrastructure/imap/test'>> {
  const imapUrl = await ctx.infrastructure.imapUrl();
  if (imapUrl === null) throw new StoreError('conflict', { reason: 'mailbox_missing' });
  const { createImapMailbox } = await import('../modules/incoming-email/imap-mailbox.ts');
  const limits = { answerMs: limitMs, wholeMs: limitMs };
  return explain(() => createImapMailbox(imapUrl, limits).open((folder) => folder.findLastUid()));
}

async function explain(test: () => Promise<unknown>) {
  try {
    await test();
    return { problem: null };
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    const { text, coded } = sentenceOf(explainFailure(error));
    return sentenceFields('problem', text, coded);
  }
}

type Fault = { code?: string; command?: string; responseCode?: number; authenticationFailed?: boolean };

/** The libraries report the same failure by their own codes, or by those of Node.js in the message. */
function explainFailure(error: ExternalError): StoreMessage {
  const { message = '', ...fault } = (error.cause ?? {}) as Fault & { message?: string };
  const words = `${fault.code ?? ''} ${message}`;
  if (fault.authenticationFailed || fault.code === 'EAUTH' || fault.responseCode === 530)
    return { code: 'mail_test_login' };
  if (/ENOTFOUND|EAI_|EDNS|getaddrinfo/.test(words)) return { code: 'mail_test_host' };
  if (/ECONNREFUSED/.test(words)) return { code: 'mail_test_port' };
  if (/CERT|SELF_SIGNED|UNABLE_TO|certificate|altnames/i.test(words)) return { code: 'mail_test_certificate' };
  if (/TIMEDOUT|timeout|timed out/i.test(words) || /in time\.$/.test(error.message))
    return { code: 'mail_test_timeout' };
  if (/STARTTLS|ETLS|SSL|wrong version/i.test(words)) return { code: 'mail_test_security' };
  if (fault.command === 'MAIL FROM') return storeMessage('mail_test_sender', { words: error.message });
  return storeMessage('mail_test_other', { words: error.message });
}
