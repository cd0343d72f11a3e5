import { storeModule } from '../../store-module.ts';
import { receiveEmails } from '../../workflows/receive-emails.ts';

declare module '../../ports/jobs.ts' {
  interface JobPayloads {
    read_mailbox: NoPayload;
  }
}

export const incomingEmail = storeModule({
  jobs: {
    read_mailbox: {
      run: receiveEmails,
      schedule: '* * * * *',
      isScheduled: ({ imapUrl }) => imapUrl !== null,
    },
  },
});
