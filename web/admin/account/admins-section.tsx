// The list of admins with their roles. Only owners see it.
import { useState } from 'react';
import type { Role } from '../../../contract/account-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { Invitations } from './invitations.tsx';
import { RoleSelect } from './role-select.tsx';

type ListedAdmin = AnswerFor<'GET /api/admin/admins'>[number];

export function AdminsSection() {
  const { admins: texts } = useSetupTexts();
  const nowMs = useNow();
  const admins = useApi('GET /api/admin/admins', {});
  const [removes, setRemoves] = useState<ListedAdmin | null>(null);
  const [resets, setResets] = useState<ListedAdmin | null>(null);
  return (
    <Panel title={texts.title}>
      <Loaded query={admins} failed={texts.failed}>
        {(listed) => (
          <ul className="divide-y divide-hairline">
            {listed.map((admin) => (
              <li
                key={admin.id}
                className="flex items-center justify-between gap-x-3 gap-y-2 py-2.5 text-sm max-sm:flex-wrap"
              >
                <p className="min-w-0">
                  <span className="flex min-w-0 flex-wrap items-center gap-x-2 font-medium">
                    <span className="truncate">{admin.email}</span>
                    {normalAddress(admin.email) === admin.email ? null : <Badge tone="yellow">{texts.lookAlike}</Badge>}
                    {admin.is_you ? <Badge tone="blue">{texts.you}</Badge> : null}
                    {admin.second_factor ? <Badge tone="green">{texts.app}</Badge> : null}
                    {admin.passkeys ? <Badge tone="green">{texts.passkey}</Badge> : null}
                  </span>
                  <span className="text-muted">
                    {admin.last_sign_in_at ? (
                      <>
                        <span>{`${texts.signedIn} `}</span>
                        <RelativeTime at={admin.last_sign_in_at} nowMs={nowMs} />
                      </>
                    ) : (
                      texts.notSignedIn
                    )}
                  </span>
                </p>
                {admin.is_you ? (
                  <Badge tone="grey">{texts.roles[roleOf(admin)].title}</Badge>
                ) : (
                  <span className="flex shrink-0 flex-wrap items-center justify-end gap-2">
                    <RoleOfAdmin admin={admin} />
                    {admin.second_factor || admin.passkeys ? (
                      <Button size="sm" aria-label={texts.resetOf(admin.email)} onClick={() => setResets(admin)}>
                        {texts.reset}
                      </Button>
                    ) : null}
                    <Button size="sm" aria-label={texts.removeOf(admin.email)} onClick={() => setRemoves(admin)}>
                      {texts.remove}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Invitations />
      {removes ? <RemoveDialog admin={removes} onClose={() => setRemoves(null)} /> : null}
      {resets ? <ResetDialog admin={resets} onClose={() => setResets(null)} /> : null}
    </Panel>
  );
}

/** The version before sends no role: all its admins are owners. */
function roleOf({ role = 'owner' }: Partial<ListedAdmin>): Role {
  return role;
}

/** Saves a chosen role at once. The other admin's open pages follow it. */
function RoleOfAdmin({ admin }: { admin: ListedAdmin }) {
  const { admins: texts } = useSetupTexts();
  const change = useAct('PATCH /api/admin/admins/{id}', {
    renews: ['GET /api/admin/admins'],
    done: (_answer, { body: { role } }) => ({
      title: texts.roleChanged,
      description: `${admin.email}: ${texts.roles[role].title}`,
    }),
    failed: texts.roleNotChanged,
  });
  return (
    <RoleSelect
      label={texts.roleOf(admin.email)}
      value={change.isPending && change.input ? change.input.body.role : roleOf(admin)}
      disabled={change.isPending}
      onChange={(role) => change.run({ params: { id: admin.id }, body: { role } })}
    />
  );
}

type DialogOfAdminProps = { admin: ListedAdmin; onClose: () => void };

function RemoveDialog({ admin: { id, email }, onClose }: DialogOfAdminProps) {
  const { admins: texts } = useSetupTexts();
  const remove = useAct('DELETE /api/admin/admins/{id}', {
    renews: ['GET /api/admin/admins'],
    onDone: onClose,
    done: { title: texts.removed, description: texts.removedHelp(email) },
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle(email)}
      act={remove}
      label={texts.remove}
      onConfirm={() => remove.run({ params: { id } })}
      onClose={onClose}
    >
      {texts.removeHelp}
    </ConfirmDialog>
  );
}

/** For an admin who lost passkey or phone. */
function ResetDialog({ admin: { id, email }, onClose }: DialogOfAdminProps) {
  const { admins: texts } = useSetupTexts();
  const reset = useAct('DELETE /api/admin/admins/{id}/factors', {
    renews: ['GET /api/admin/admins'],
    onDone: onClose,
    done: { title: texts.resetDone, description: texts.resetDoneHelp(email) },
  });
  return (
    <ConfirmDialog
      title={texts.resetTitle(email)}
      act={reset}
      label={texts.reset}
      onConfirm={() => reset.run({ params: { id } })}
      onClose={onClose}
    >
      {texts.resetHelp}
    </ConfirmDialog>
  );
}
