// The list of admins with their roles. Only owners see it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import { type Role, roles, roleTitles } from '../../../contract/roles.ts';
import { ApiError } from '../../api.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { accountKeys, adminsQuery, type ListedAdmin } from './account-queries.ts';

export function AdminsSection() {
  const { api } = useAdmin();
  const nowMs = useNow();
  const admins = useQuery(adminsQuery(api));
  const [adds, setAdds] = useState(false);
  const [removes, setRemoves] = useState<ListedAdmin | null>(null);
  return (
    <Panel title="Admins">
      {admins.isPending ? <Skeleton className="my-2 h-12 w-full" /> : null}
      {admins.isError ? (
        <LoadFailure title="Failed to load the admins" error={admins.error} onRetry={() => void admins.refetch()} />
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
                {admin.is_you ? <Badge tone="blue">You</Badge> : null}
                {admin.second_factor ? <Badge tone="green">App</Badge> : null}
              </span>
              <span className="text-muted">
                {admin.last_sign_in_at ? (
                  <>
                    Signed in <RelativeTime at={admin.last_sign_in_at} nowMs={nowMs} />
                  </>
                ) : (
                  'Has not signed in lately'
                )}
              </span>
            </p>
            {admin.is_you ? (
              <Badge tone="grey">{roleTitles[roleOf(admin)].title}</Badge>
            ) : (
              <span className="flex shrink-0 flex-wrap items-center justify-end gap-2">
                <RoleOfAdmin admin={admin} />
                <Button size="sm" aria-label={`Remove ${admin.email}`} onClick={() => setRemoves(admin)}>
                  Remove
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Button size="sm" className="my-2" onClick={() => setAdds(true)}>
        Add an admin
      </Button>
      {adds ? <AddDialog onClose={() => setAdds(false)} /> : null}
      {removes ? <RemoveDialog admin={removes} onClose={() => setRemoves(null)} /> : null}
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
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (role: Role) => api.call('PATCH /api/admin/admins/{id}', { params: { id: admin.id }, body: { role } }),
    onSuccess: ({ email, role }) =>
      toast({ title: 'Role changed', description: `${email}: ${roleTitles[role].title}`, tone: 'success' }),
    onError: (error) => {
      if (!needsPassword(error)) toast({ title: 'Role not changed', description: queryFailure(error), tone: 'error' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: accountKeys.admins }),
  });
  return (
    <RoleSelect
      label={`Role of ${admin.email}`}
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
          {roleTitles[role].title}
        </option>
      ))}
    </select>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [fields, setFields] = useState<NewAdmin>({ email: '', password: '', role: 'manager' });
  const add = useMutation({
    mutationFn: (body: NewAdmin) => api.call('POST /api/admin/admins', { body }),
    onSuccess: ({ email }) => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      toast({ title: 'Admin added', description: `${email} may sign in now.`, tone: 'success' });
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
    <Dialog title="Add an admin" onClose={onClose} busy={add.isPending}>
      <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
        <Field
          label="Email"
          type="email"
          name="new-email"
          autoComplete="off"
          maxLength={254}
          value={fields.email}
          error={field === 'email' ? problem : null}
          onChange={({ target }) => setFields({ ...fields, email: target.value })}
        />
        <Field
          label="First password"
          type="password"
          name="new-password"
          autoComplete="new-password"
          maxLength={1024}
          value={fields.password}
          help={`At least ${shortestPassword} characters. The new admin changes it here.`}
          error={field === 'password' ? problem : null}
          onChange={({ target }) => setFields({ ...fields, password: target.value })}
        />
        <div className="grid gap-1.5">
          <label htmlFor="new-role" className="font-semibold">
            Role
          </label>
          <RoleSelect id="new-role" value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
          <p className="text-muted">{roleTitles[fields.role].meaning}</p>
        </div>
        <Refusal>{field === 'email' || field === 'password' ? null : problem}</Refusal>
        <DialogEnd waiting={add.isPending} incomplete={incomplete} onCancel={onClose}>
          Add
        </DialogEnd>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ admin, onClose }: { admin: ListedAdmin; onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/admins/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: accountKeys.admins });
      toast({ title: 'Admin removed', description: `${admin.email} is signed out everywhere.`, tone: 'success' });
      onClose();
    },
  });
  return (
    <Dialog title={`Remove ${admin.email}?`} onClose={onClose} busy={remove.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>Signed out everywhere at once, and may not sign in again. What this admin did stays in the records.</p>
        <Refusal>{failureOf(remove)}</Refusal>
        <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(admin.id)}>
          Remove
        </DialogEnd>
      </div>
    </Dialog>
  );
}
