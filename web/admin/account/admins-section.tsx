// The list of admins with their roles. Only owners see it.
import { useState } from 'react';
import { type Role, roles, shortestPassword } from '../../../contract/account-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { EmailField } from '../email-field.tsx';
import { ConfirmDialog, FormDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Panel } from '../panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

type ListedAdmin = AnswerFor<'GET /api/admin/admins'>[number];
type NewAdmin = { email: string; password: string; role: Role };

export function AdminsSection() {
  const { admins: texts } = useSetupTexts();
  const nowMs = useNow();
  const admins = useApi('GET /api/admin/admins', {});
  const [adds, setAdds] = useState(false);
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
      <Button size="sm" className="my-2" onClick={() => setAdds(true)}>
        {texts.add}
      </Button>
      {adds ? <AddDialog onClose={() => setAdds(false)} /> : null}
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

type RoleSelectProps = {
  value: Role;
  onChange: (role: Role) => void;
  id?: string;
  label?: string;
  disabled?: boolean;
};

function RoleSelect({ value, onChange, id, label, disabled }: RoleSelectProps) {
  const { admins: texts } = useSetupTexts();
  return (
    <select
      id={id}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(roles.find((role) => role === target.value) ?? value)}
      className={classNames(inputClassName, label && 'w-auto!', 'border-edge px-3 py-1.5 text-sm hover:border-ink')}
    >
      {roles.toReversed().map((role) => (
        <option key={role} value={role}>
          {texts.roles[role].title}
        </option>
      ))}
    </select>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { admins: texts } = useSetupTexts();
  const [fields, setFields] = useState<NewAdmin>({ email: '', password: '', role: 'manager' });
  const add = useAct('POST /api/admin/admins', {
    renews: ['GET /api/admin/admins'],
    onDone: onClose,
    done: (_answer, { body: { email } }) => ({ title: texts.added, description: texts.addedHelp(email) }),
  });
  const problemOf = (field: string) => (add.failedField === field ? add.failure : null);
  return (
    <FormDialog
      title={texts.add}
      act={add}
      label={texts.addNow}
      incomplete={fields.email.trim() === '' || fields.password.length < shortestPassword}
      failure={add.failedField === 'email' || add.failedField === 'password' ? null : add.failure}
      onSubmit={() => add.run({ body: fields })}
      onClose={onClose}
    >
      <EmailField
        label={texts.email}
        name="new-email"
        autoComplete="off"
        value={fields.email}
        error={problemOf('email')}
        onEmail={(email) => setFields({ ...fields, email })}
      />
      <Field
        label={texts.password}
        type="password"
        name="new-password"
        autoComplete="new-password"
        maxLength={1024}
        value={fields.password}
        help={texts.passwordHelp(shortestPassword)}
        error={problemOf('password')}
        onChange={({ target }) => setFields({ ...fields, password: target.value })}
      />
      <div className="grid gap-1.5">
        <label htmlFor="new-role" className="font-semibold">
          {texts.role}
        </label>
        <RoleSelect id="new-role" value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
        <p className="text-muted">{texts.roles[fields.role].meaning}</p>
      </div>
    </FormDialog>
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
