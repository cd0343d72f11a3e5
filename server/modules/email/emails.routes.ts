// Endpoints for emails: list, preview and resend.
import type { z } from 'zod';
import type { listMails } from '../../../contract/emails.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { Database } from '../../database/database.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { readTimeCursor, writeTimeCursor } from '../../platform/time-cursor.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Live } from '../../ports/realtime.ts';
import type { Settings } from '../../ports/settings.ts';
import { adminOf, type Call, type Handlers, hiddenDatum, isOwner, withoutAddresses } from '../../request-context.ts';
import { emailOf } from './email-templates.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import type { OrderPaths } from './order-email.ts';
import { sampleMail } from './sample-email.ts';

export type MailRoutesDeps = OrderPaths & {
  database: Database;
  jobs: Jobs;
  audit: Audit;
  live: Live;
  settings: Settings;
  publicUrl: string;
  /** True when a mail server is configured. */
  configured: boolean;
};

export function mailRoutes(
  deps: MailRoutesDeps,
): Handlers<'listMails' | 'previewMail' | 'previewEmail' | 'resendMail'> {
  const { database, jobs, audit, live, settings, publicUrl, receiptPath, orderPath } = deps;
  return {
    listMails: async ({ query: { limit, cursor, ...filter } }, call) => {
      // Reads one extra row to detect a next page.
      const rows = await emailsRepository.listMails(database.db, filter, {
        after: readTimeCursor(cursor),
        limit: limit + 1,
      });
      const last = rows[limit - 1];
      if (rows.length > limit && last)
        call.answerHeader('link', nextPageLink('/api/admin/mails', { ...filter, limit }, writeTimeCursor(last)));
      return rows.slice(0, limit).map((row) => mailOf(row, call));
    },

    previewMail: async ({ params }, call) => {
      const row = await findMail(params.id);
      const about = await emailsRepository.findAbout(database.db, row);
      if (!about) return { ...mailOf(row, call), letter: null };
      const { profile } = await settings.profile();
      const { id: mailId, recipient } = row;
      const { subject, text, html } = emailOf(about, { profile, publicUrl, receiptPath, orderPath, mailId, recipient });
      const show = isHidden(row, call) ? withoutAddresses : (words: string) => words;
      const letter = { subject: show(subject), text: show(text), html: html && show(html) };
      return { ...mailOf(row, call), letter };
    },

    previewEmail: async ({ query }) => {
      const { profile } = await settings.profile();
      const sent = { profile, publicUrl, receiptPath, orderPath, mailId: 'preview', recipient: 'buyer@example.com' };
      const { subject, text, html } = emailOf(sampleMail(query.kind, query.language), sent);
      return { subject, text, html };
    },

    resendMail: async ({ params }, call) => {
      const { id } = await findMail(params.id);
      if (!deps.configured) throw new StoreError('conflict', { reason: 'mail_server_missing' });
      const admin = adminOf(call);
      return database.transaction(async (tx) => {
        const row = await emailsRepository.lockMail(tx, id, 0);
        if (!row) throw notKnown();
        if (row.state === 'sending') throw new StoreError('conflict', { reason: 'mail_sending' });
        // A new start: the earlier attempts do not count.
        await emailsRepository.changeMail(tx, id, {
          state: 'queued',
          attempts: 0,
          unknownOutcomes: 0,
          lastError: null,
        });
        await jobs.enqueue(tx, 'send_mail', { mailId: id }, { key: `mail ${id}` });
        live.announce(tx, 'alert-update');
        const details = { kind: row.kind, mail: id };
        await audit.record(tx, {
          actor: `admin:${admin.id}`,
          action: 'mail.resent',
          subject: row.orderId ?? id,
          details,
        });
        return mailOf({ ...row, state: 'queued', attempts: 0, lastError: null }, call);
      });
    },
  };

  async function findMail(id: string): Promise<MailRow> {
    const found = isUuid(id) ? await emailsRepository.findMail(database.db, id) : null;
    if (!found) throw notKnown();
    return found;
  }
}

/** Only owners read the addresses of owners. */
function isHidden({ kind }: MailRow, call: Call): boolean {
  return /^(alert|\w+_digest)$/.test(kind) && !isOwner(call);
}

function mailOf(row: MailRow, call: Call): z.output<typeof listMails.output>[number] {
  const { id, kind, state, attempts } = row;
  const recipient = isHidden(row, call) ? hiddenDatum : row.recipient;
  return {
    id,
    kind,
    recipient,
    state,
    attempts,
    order_id: row.orderId,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
  };
}

function notKnown(): StoreError {
  return new StoreError('not_found', { reason: 'mail_unknown' });
}
