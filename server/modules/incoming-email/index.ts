import type { StoreModule } from '../../store-module.ts';
import { receiveEmails } from '../../workflows/receive-emails.ts';
import { incomingEmailActionItems } from './incoming-email.action-items.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    read_mailbox: NoPayload;
  }
}

export const incomingEmail = {
  jobs: {
    read_mailbox: {
      run: receiveEmails,
      schedule: '* * * * *',
    },
  },
  actionItems: incomingEmailActionItems,
} satisfies StoreModule;
