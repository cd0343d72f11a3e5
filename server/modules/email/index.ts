import type { StoreModule } from '../../store-module.ts';
import { emailActionItems } from './email.action-items.ts';
import { emailMetrics } from './email.metrics.ts';
import { emailPrivacy } from './email.privacy.ts';
import { mailRoutes } from './emails.routes.ts';
import { sendMail } from './send-email.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_mail: { mailId: string };
  }
}

export const email = {
  routes: mailRoutes,
  jobs: {
    send_mail: { run: (ctx, { mailId }) => sendMail(ctx, mailId) },
  },
  actionItems: emailActionItems,
  privacy: emailPrivacy,
  metrics: emailMetrics,
} satisfies StoreModule;
