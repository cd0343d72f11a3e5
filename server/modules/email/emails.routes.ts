// Endpoints for emails: list, preview and resend.
import type { z } from 'zod';
import { unsentDays } from '../../../contract/email-kinds.ts';
import type { listMails } from '../../../contract/emails.ts';
import { StoreError } from '../../../contract/store-error.ts';
import type { StoreContext } from '../../context.ts';
import { readTimeCursor, toPage, writeTimeCursor } from '../../platform/cursor.ts';
import { isUuid } from '../../platform/ids.ts';
import { type Call, getAdmin, hiddenDatum, isOwner, withoutAddresses } from '../../request-context.ts';
import { routes } from '../../store-module.ts';
import { listUnsentEmails, resendEmail } from '../../workflows/resend-emails.ts';
import { previewMail, previewSample } from './compose-email.ts';
import type { MailRow } from './emails.repository.ts';
import * as emailsRepository from './emails.repository.ts';

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
    const result = await resendEmail(ctx, id, getAdmin(call));
    if (!result) throw notKnown();
    if (result.refused !== null) throw new StoreError('conflict', { reason: result.refused });
    return toMail(result.row, call);
  },

  listUnsentMails: async (ctx, _input, call) => {
    const [mail, { due, notDue }] = await Promise.all([ctx.infrastructure.mail(), listUnsentEmails(ctx)]);
    return {
      can_send: mail !== null,
      days: unsentDays.counted,
      mails: due.map((row) => toMail(row, call)),
      not_due: notDue,
    };
  },

  sendUnsentMails: async (ctx, { body }, call) => {
    if ((await ctx.infrastructure.mail()) === null) throw new StoreError('conflict', { reason: 'mail_server_missing' });
    let queued = 0;
    for (const id of new Set(body.ids)) {
      const result = await resendEmail(ctx, id, getAdmin(call), { onlyUnsent: true });
      if (result?.refused === null) queued += 1;
    }
    return { queued, skipped: body.ids.length - queued };
  },
});

async function getMail({ database }: StoreContext, id: string): Promise<MailRow> {
  const found = isUuid(id) ? await emailsRepository.findMail(database.db, id) : null;
  if (!found) throw notKnown();
  return found;
}

/** Only owners read the addresses of owners and of invited admins. */
function isHidden({ kind }: MailRow, call: Call): boolean {
  return /^(alert|admin_invitation|\w+_digest)$/.test(kind) && !isOwner(call);
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
