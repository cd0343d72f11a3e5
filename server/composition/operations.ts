// The operator's tools: action items, failed jobs, contact messages, emails, the audit log, readiness.
import { StoreError } from '../../contract/store-error.ts';
import type { StoreContext } from '../context.ts';
import type { DatabaseHealth } from '../database/database-health.ts';
import { type Draining, retryAfterSeconds } from '../http/draining.ts';
import type { QueueStatusHolder } from '../jobs/queue-status.ts';
import { createContact } from '../modules/contact/contact.service.ts';
import { createContactEmails } from '../modules/contact/contact-emails.ts';
import { createContactThreads } from '../modules/contact/contact-threads.ts';
import { createReplyTemplates } from '../modules/contact/reply-templates.ts';
import { foldCustomers } from '../workflows/fold-customers.ts';
import type { Core } from './core.ts';
import { checkDatabase } from './database-health.ts';

export type OperationServices = ReturnType<typeof wireOperations>;

export function wireOperations(
  core: Core,
  ctx: StoreContext,
  deps: {
    databaseHealth: DatabaseHealth;
    draining: Draining;
    queueStatus: QueueStatusHolder;
  },
) {
  const { databaseHealth, draining } = deps;
  const { database, audit, ids, live, log, notifications, outbox, settings } = core;
  const { mail, mode, publicUrl } = core.config;
  const shared = { database, outbox, notifications, audit, settings, live, ids, mailHost: new URL(publicUrl).hostname };
  const contact = createContact({ ...shared, log });
  const contactThreads = createContactThreads({
    ...shared,
    publicUrl,
    canReply: mail !== null || mode === 'sandbox',
    foldCustomers: () => foldCustomers(ctx),
  });
  return {
    contact,
    contactThreads,
    contactEmails: createContactEmails({
      ...shared,
      mailFrom: mail?.from ?? null,
    }),
    replyTemplates: createReplyTemplates({ database, audit }),
    queueStatus: deps.queueStatus.read,
    /** Throws `unavailable` while this process leaves or the database cannot be used. */
    checkReady: async () => {
      if (draining.isLeaving()) throw new StoreError('unavailable', { retryAfterSeconds });
      await checkDatabase(database, databaseHealth);
    },
  };
}
