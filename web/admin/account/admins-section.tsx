// The list of admins. All admins have the same rights.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '../../../contract/account-rules.ts';
import { ApiError } from '../../api.ts';
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
          <li key={admin.id} className="flex items-center justify-between gap-3 py-2.5 text-sm">
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
            {admin.is_you ? null : (
              <Button size="sm" aria-label={`Remove ${admin.email}`} onClick={() => setRemoves(admin)}>
                Remove
              </Button>
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

function AddDialog({ onClose }: { onClose: () => void }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [fields, setFields] = useState({ email: '', password: '' });
  const add = useMutation({
    mutationFn: (body: typeof fields) => api.call('POST /api/admin/admins', { body }),
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
        <p>All admins may do the same: send orders, give money back, change settings, add and remove admins.</p>
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
