// The open invitations of admins, and the dialog that makes one. Only owners see them.
import { useState } from 'react';
import type { Role } from '../../../contract/account-rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { useNow } from '../../ui/relative-time.tsx';
import { EmailField } from '../email-field.tsx';
import { FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { SecretOnce } from '../secret-once.tsx';
import { Tick } from '../settings/inputs.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { RoleSelect } from './role-select.tsx';

export function Invitations() {
  const { admins: texts } = useSetupTexts();
  const query = useApi('GET /api/admin/invitations', {});
  const nowMs = useNow();
  const [isInviting, setInviting] = useState(false);
  const revoke = useAct('DELETE /api/admin/invitations/{id}', {
    renews: ['GET /api/admin/invitations'],
    done: { title: texts.revoked },
    failed: texts.notRevoked,
  });
  return (
    <>
      <Loaded query={query} failed={texts.invitationsFailed} skeleton={null}>
        {(invitations) =>
          invitations.length === 0 ? null : (
            <ul aria-label={texts.invitations} className="divide-y divide-hairline border-t border-hairline text-sm">
              {invitations.map(({ id, email, role, expires_at }) => {
                const isExpired = Date.parse(expires_at) <= nowMs;
                return (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2.5">
                    <p className="min-w-0">
                      <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
                        <span className="truncate">{email}</span>
                        <Badge tone={isExpired ? 'grey' : 'yellow'}>{isExpired ? texts.expired : texts.invited}</Badge>
                      </span>
                      <span className="text-muted">
                        {`${texts.roles[role].title}. ${texts.validUntil(formatDate(expires_at))}`}
                      </span>
                    </p>
                    <Button
                      size="sm"
                      aria-label={texts.revokeOf(email)}
                      waiting={revoke.isPending && revoke.input?.params.id === id}
                      onClick={() => revoke.run({ params: { id } })}
                    >
                      {texts.revoke}
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
      <Button size="sm" className="my-2" onClick={() => setInviting(true)}>
        {texts.invite}
      </Button>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </>
  );
}

type NewInvitation = { email: string; role: Role; send_email: boolean };

function InviteDialog({ onClose }: { onClose: () => void }) {
  const { admins: texts } = useSetupTexts();
  const [fields, setFields] = useState<NewInvitation>({ email: '', role: 'manager', send_email: true });
  const invite = useAct('POST /api/admin/invitations', { renews: ['GET /api/admin/invitations'] });
  if (invite.answer) {
    const { email, url, expires_at, emailed } = invite.answer;
    return (
      <Dialog title={texts.linkTitle(email)} onClose={onClose}>
        <SecretOnce name={texts.theLink} secret={url} onClose={onClose}>
          {`${emailed ? texts.linkSent : texts.linkNotSent} ${texts.linkOnce(formatDate(expires_at))}`}
        </SecretOnce>
      </Dialog>
    );
  }
  const isOfEmail = invite.failedField === 'email';
  return (
    <FormDialog
      title={texts.invite}
      act={invite}
      label={texts.inviteNow}
      incomplete={fields.email.trim() === ''}
      failure={isOfEmail ? null : invite.failure}
      onSubmit={() => invite.run({ body: fields })}
      onClose={onClose}
    >
      <EmailField
        label={texts.email}
        name="new-email"
        autoComplete="off"
        value={fields.email}
        error={isOfEmail ? invite.failure : null}
        onEmail={(email) => setFields({ ...fields, email })}
      />
      <div className="grid gap-1.5">
        <label htmlFor="new-role" className="font-semibold">
          {texts.role}
        </label>
        <RoleSelect id="new-role" value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
        <p className="text-muted">{texts.roles[fields.role].meaning}</p>
      </div>
      <Tick checked={fields.send_email} onChange={(send_email) => setFields({ ...fields, send_email })}>
        {texts.sendEmail}
      </Tick>
    </FormDialog>
  );
}
