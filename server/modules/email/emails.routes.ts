// Endpoints for emails: list, preview and resend.
import type { z } from 'zod';
import type { listMails } from '../../../contract/emails.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { readTimeCursor, toPage, writeTimeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { type Call, getAdmin, hiddenDatum, isOwner, withoutAddresses } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { previewMail, previewSample } from './compose-email.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';
import { computeDue, readSwitches } from './send-email.ts';

export const mailRoutes = routes({
  listMails: async (ctx, { query: { limit, cursor, ...filter } }, call) => {
    const range = { after: readTimeCursor(cursor), limit: limit + 1 };
    const rows = await emailsRepository.listMails(ctx.database.db, filter, range);
    const page = { path: '/api/admin/mails', query: { ...filter, limit }, toCursor: writeTimeCursor };
    return toPage(call, rows, page).map((row) => toMail(row, call));
  },

  previewMail: async (ctx, { params }, call) => {
    const row = await getMail(ctx, params.id);
    const sent = await previewMail(ctx, row);
    if (!sent) return { ...toMail(row, call), letter: null };
    const { subject, text, html } = sent;
    const show = isHidden(row, call) ? withoutAddresses : (words: string) => words;
    const letter = { subject: show(subject), text: show(text), html: html && show(html) };
    return { ...toMail(row, call), letter };
  },

  previewEmail: async (ctx, { query }) => {
    const { subject, text, html } = await previewSample(ctx, query.kind, query.language);
    return { subject, text, html };
  },

  resendMail: async (ctx, { params }, call) => {
    const { id } = await getMail(ctx, params.id);
    if ((await ctx.infrastructure.mail()) === null) throw new StoreError('conflict', { reason: 'mail_server_missing' });
    const admin = getAdmin(call);
    const switches = await readSwitches(ctx);
    return ctx.database.transaction(async (tx) => {
      const row = await emailsRepository.lockMail(tx, id, 0);
      if (!row) throw notKnown();
      if (row.state === 'sending') throw new StoreError('conflict', { reason: 'mail_sending' });
      const about = await emailsRepository.findAbout(tx, row);
      if (about && computeDue(about, switches) !== 'yes') throw new StoreError('conflict', { reason: 'mail_not_due' });
      // A new start: the earlier attempts do not count.
      await emailsRepository.changeMail(tx, id, {
        state: 'queued',
        attempts: 0,
        unknownOutcomes: 0,
        lastError: null,
        // An email without an attempt counts as requested now, so that the limit of one email an hour does not delete it.
        claimedAt: row.claimedAt ?? ctx.database.now(),
      });
      await ctx.jobs.enqueue(tx, 'send_mail', { mailId: id }, { key: `mail ${id}` });
      ctx.live.announce(tx, 'alert-update');
      await ctx.audit.record(tx, {
        actor: `admin:${admin.id}`,
        action: 'mail.resent',
        subject: row.orderId ?? id,
        details: { kind: row.kind, mail: id },
      });
      return toMail({ ...row, state: 'queued', attempts: 0, lastError: null }, call);
    });
  },
});

async function getMail({ database }: StoreContext, id: string): Promise<MailRow> {
  const found = isUuid(id) ? await emailsRepository.findMail(database.db, id) : null;
  if (!found) throw notKnown();
  return found;
}

/** Only owners read the addresses of owners. */
function isHidden({ kind }: MailRow, call: Call): boolean {
  return /^(alert|\w+_digest)$/.test(kind) && !isOwner(call);
}

function toMail(row: MailRow, call: Call): z.output<typeof listMails.output>[number] {
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
