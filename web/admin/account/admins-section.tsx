// The list of admins with their roles. Only owners see it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import { normalAddress } from '../../../contract/normal-address.ts';
import { type Role, roles } from '../../../contract/roles.ts';
import { ApiError } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { EmailField } from '../email-field.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { needsPassword } from '../sign-in/step-up.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { accountKeys, adminsQuery, type ListedAdmin } from './account-queries.ts';

export function AdminsSection() {
  const { api } = useAdmin();
  const { admins: texts } = useSetupTexts();
  const nowMs = useNow();
  const admins = useQuery(adminsQuery(api));
  const [adds, setAdds] = useState(false);
  const [removes, setRemoves] = useState<ListedAdmin | null>(null);
  const [resets, setResets] = useState<ListedAdmin | null>(null);
  return (
    <Panel title={texts.title}>
      {admins.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {admins.isError ? (
        <LoadFailure title={texts.failed} error={admins.error} onRetry={() => void admins.refetch()} />
      ) : null}
      <ul className="divide-y divide-hairline">
        {admins.data?.map((admin) => (
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

type NewAdmin = { email: string; password: string; role: Role };

/** Saves a chosen role at once. The other admin's open pages follow it. */
function RoleOfAdmin({ admin }: { admin: ListedAdmin }) {
  const { admins: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (role: Role) => api.call('PATCH /api/admin/admins/{id}', { params: { id: admin.id }, body: { role } }),
    onSuccess: ({ email, role }) =>
      toast({ title: texts.roleChanged, description: `${email}: ${texts.roles[role].title}`, tone: 'success' }),
    onError: (error) => {
      if (!needsPassword(error))
        toast({ title: texts.roleNotChanged, description: queryFailure(error), tone: 'error' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.admins }),
  });
  return (
    <RoleSelect
      label={texts.roleOf(admin.email)}
      value={change.isPending ? change.variables : roleOf(admin)}
      disabled={change.isPending}
      onChange={(role) => change.mutate(role)}
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
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [fields, setFields] = useState<NewAdmin>({ email: '', password: '', role: 'manager' });
  const add = useMutation({
    mutationFn: (body: NewAdmin) => api.call('POST /api/admin/admins', { body }),
    onSuccess: ({ email }) => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      toast({ title: texts.added, description: texts.addedHelp(email), tone: 'success' });
      onClose();
    },
  });
  const field = add.error instanceof ApiError ? add.error.body.field : null;
  const problem = failureOf(add);
  const incomplete = fields.email.trim() === '' || fields.password.length < shortestPassword;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!add.isPending && !incomplete) add.mutate(fields);
  }

  return (
    <Dialog title={texts.add} onClose={onClose} busy={add.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <EmailField
          label={texts.email}
          name="new-email"
          autoComplete="off"
          value={fields.email}
          error={field === 'email' ? problem : null}
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
          error={field === 'password' ? problem : null}
          onChange={({ target }) => setFields({ ...fields, password: target.value })}
        />
        <div className="grid gap-1.5">
          <label htmlFor="new-role" className="font-semibold">
            {texts.role}
          </label>
          <RoleSelect id="new-role" value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
          <p className="text-muted">{texts.roles[fields.role].meaning}</p>
        </div>
        <Refusal>{field === 'email' || field === 'password' ? null : problem}</Refusal>
        <DialogEnd waiting={add.isPending} incomplete={incomplete} onCancel={onClose}>
          {texts.addNow}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ admin, onClose }: { admin: ListedAdmin; onClose: () => void }) {
  const { admins: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/admins/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      toast({ title: texts.removed, description: texts.removedHelp(admin.email), tone: 'success' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle(admin.email)}
      text={texts.removeHelp}
      act={texts.remove}
      mutation={remove}
      onAct={() => remove.mutate(admin.id)}
      onClose={onClose}
    />
  );
}

/** For an admin who lost passkey or phone. */
function ResetDialog({ admin, onClose }: { admin: ListedAdmin; onClose: () => void }) {
  const { admins: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const reset = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/admins/{id}/factors', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      toast({ title: texts.resetDone, description: texts.resetDoneHelp(admin.email), tone: 'success' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.resetTitle(admin.email)}
      text={texts.resetHelp}
      act={texts.reset}
      mutation={reset}
      onAct={() => reset.mutate(admin.id)}
      onClose={onClose}
    />
  );
}
