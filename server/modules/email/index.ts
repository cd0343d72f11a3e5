import { storeModule } from '../../store-module.ts';
import { mailRoutes } from './emails.routes.ts';
import { sendMail } from './send-email.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    send_mail: { mailId: string };
  }
}

export const email = storeModule({
  routes: mailRoutes,
  jobs: {
    send_mail: { run: (ctx, { mailId }) => sendMail(ctx, mailId) },
  },
});
