// Sends the unsent emails of the newest days together, after a list of them.
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Allowed } from '../allowed.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { sentMailCalls } from '../live-calls.ts';
import { sectionPath } from '../settings/sections.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { mailKindName } from './mail-kinds.ts';

export function UnsentBar() {
  return (
    <Allowed call="sendUnsentMails">
      <Bar />
    </Allowed>
  );
}

function Bar() {
  const { inbox } = usePageTexts();
  const nowMs = useNow();
  const { data } = useApi('GET /api/admin/mails/unsent', {});
  const [isOpen, setOpen] = useState(false);
  const send = useAct('POST /api/admin/mails/unsent', {
    renews: sentMailCalls,
    onDone: () => setOpen(false),
    done: (answer) => ({ title: inbox.unsentQueued(answer?.queued ?? 0) }),
  });
  if (!data) return null;
  const { can_send, days, mails, not_due } = data;
  if (mails.length === 0)
    return not_due > 0 ? <p className="mb-3 text-muted text-sm">{inbox.notDue(not_due)}</p> : null;
  const label = inbox.sendUnsent(mails.length, days);
  if (!can_send) {
    return (
      <p className="mb-3 text-sm">
        <Link href={sectionPath('smtp')} className="font-semibold underline underline-offset-4">
          {inbox.setUpMail(mails.length)}
        </Link>
      </p>
    );
  }
  return (
    <div className="mb-3">
      <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen ? (
        <FormDialog
          title={label}
          act={send}
          label={inbox.sendCount(mails.length)}
          onSubmit={() => send.run({ body: { ids: mails.map(({ id }) => id) } })}
          onClose={() => setOpen(false)}
        >
          <div className="grid gap-3">
            <p>{not_due > 0 ? `${inbox.sendUnsentHelp} ${inbox.notDue(not_due)}` : inbox.sendUnsentHelp}</p>
            <ul
              aria-label={inbox.emails}
              className="max-h-72 divide-y divide-hairline overflow-y-auto rounded-card bg-sunken px-3"
            >
              {mails.map(({ id, kind, recipient, created_at }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
                  <span className="font-semibold">{mailKindName(kind)}</span>
                  <span className="text-muted">
                    <RelativeTime at={created_at} nowMs={nowMs} />
                  </span>
                  <span className="w-full truncate text-muted" translate="no">
                    {recipient}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </FormDialog>
      ) : null}
    </div>
  );
}
