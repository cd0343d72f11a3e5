// One email in a list: subject, recipient, delivery state, text on demand, and resend.
import { useState } from 'react';
import { Link } from 'wouter';
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { Allowed } from '../allowed.tsx';
import { CustomerLink } from '../customers/customer-link.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { sentMailCalls } from '../live-calls.ts';
import { LoadFailure } from '../load-failure.tsx';
import { orderPath } from '../paths.ts';
import { usePageTexts } from '../texts/shown-texts.ts';
import { mailKindName } from './mail-kinds.ts';

type Mail = AnswerFor<'GET /api/admin/mails'>[number];

export const mailTones: Record<Mail['state'], Tone> = {
  kept: 'grey',
  queued: 'yellow',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
};

const letterLook = 'mt-3 max-h-80 overflow-auto rounded-card bg-sunken p-3 text-sm whitespace-pre-wrap';

/** Emails about messages and alerts go to the operator. */
function isToBuyer({ kind }: Mail): boolean {
  return kind !== 'contact' && kind !== 'alert';
}

export function isOnItsWay({ state }: Pick<Mail, 'state'>): boolean {
  return state === 'queued' || state === 'sending';
}

export function useResend(recipient: string) {
  const { inbox } = usePageTexts();
  return useAct('POST /api/admin/mails/{id}/resend', {
    renews: sentMailCalls,
    done: { title: inbox.resent, description: inbox.resentHelp(recipient) },
    failed: inbox.notResent,
  });
}

/** `within`: the order whose page shows the row; the row then has no link to it. */
export function MailRow({ mail, nowMs, within }: { mail: Mail; nowMs: number; within?: string }) {
  const [open, setOpen] = useState(false);
  const resend = useResend(mail.recipient);
  const { inbox } = usePageTexts();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-hairline py-2.5 text-sm first:border-t-0">
      <span className="min-w-0 flex-1 basis-52">
        <span className="font-semibold">{`${mailKindName(mail.kind)} `}</span>
        {mail.order_id && mail.order_id !== within ? (
          <Link href={orderPath(mail.order_id)} className="tracking-wide underline underline-offset-4" translate="no">
            {mail.order_id}
          </Link>
        ) : null}
        <span className="block truncate text-muted">
          {isToBuyer(mail) ? <CustomerLink email={mail.recipient} /> : mail.recipient}
        </span>
        {mail.last_error ? <span className="block break-words text-red-ink">{mail.last_error}</span> : null}
      </span>
      <Badge tone={mailTones[mail.state]}>{inbox.states[mail.state]}</Badge>
      <span className="text-xs whitespace-nowrap text-muted">
        <RelativeTime at={mail.sent_at ?? mail.created_at} nowMs={nowMs} />
      </span>
      <span className="flex gap-1">
        <Button size="sm" onClick={() => setOpen(true)}>
          {inbox.preview}
        </Button>
        <Allowed call="resendMail">
          <Button
            size="sm"
            waiting={resend.isPending}
            disabled={resend.isPending || mail.state === 'sending'}
            onClick={() => resend.run({ params: { id: mail.id } })}
          >
            {inbox.resend}
          </Button>
        </Allowed>
      </span>
      {open ? <LetterDialog mail={mail} onClose={() => setOpen(false)} /> : null}
    </li>
  );
}

function LetterDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const { common, inbox } = usePageTexts();
  const { data, isPending, isError, error, refetch } = useApi('GET /api/admin/mails/{id}', { params: { id: mail.id } });
  return (
    <Dialog title={data?.letter?.subject ?? mailKindName(mail.kind)} onClose={onClose}>
      <p className="mt-1 text-sm text-muted">{inbox.to(mail.recipient)}</p>
      {isPending ? <Skeleton className="mt-3 h-32 w-full" /> : null}
      {isError ? (
        <div className="mt-3">
          <LoadFailure title={inbox.emailFailed} error={error} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data?.letter ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        <pre tabIndex={0} className={letterLook}>
          {data.letter.text}
        </pre>
      ) : null}
      {data && !data.letter ? <p className="mt-3 text-sm">{inbox.emailDeleted}</p> : null}
      <div className="mt-4 flex justify-end">
        <Button size="sm" variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
