// The owner's address: where notices about access and money go. A change waits a day, and can be canceled until then.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AnswerFor } from '../../../contract/index.ts';
import { ownerAddressHours } from '../../../contract/owner-address-rules.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useStoreZone } from '../store-zone.tsx';

type Owner = AnswerFor<'GET /api/admin/owner-address'>;
const queryKey = ['owner-address'] as const;

export function OwnerSection() {
  const { api } = useAdmin();
  const owner = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/owner-address', {}, { signal }),
  });
  return (
    <Panel title="Owner">
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">
          The owner gets an email about new sign-ins, admins, keys and second factors, and about everything that cannot
          wait. A change of the address waits {ownerAddressHours} hours, and the present address gets an email at once.
        </p>
        {owner.isPending ? <Skeleton className="h-9 w-full" /> : null}
        {owner.isError ? (
          <LoadFailure title="Failed to load the owner" error={owner.error} onRetry={() => void owner.refetch()} />
        ) : null}
        {owner.data ? <OwnerForm key={owner.data.address} owner={owner.data} /> : null}
      </div>
    </Panel>
  );
}

function OwnerForm({ owner }: { owner: Owner }) {
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [address, setAddress] = useState(owner.address);
  const show = (changed: Owner) => queries.setQueryData(queryKey, changed);
  const change = useMutation({
    mutationFn: (wanted: string) => api.call('PUT /api/admin/owner-address', { body: { address: wanted } }),
    onSuccess: (changed) => {
      show(changed);
      const description = changed.pending
        ? `It takes effect in ${ownerAddressHours} hours.`
        : `Notices go to ${changed.address}.`;
      toast({ title: 'Address saved', description, tone: 'success' });
    },
  });
  const isUnchanged = owner.is_set && address.trim() === owner.address;
  const isAboutAddress = change.error instanceof ApiError && change.error.body.field === 'address';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!change.isPending) change.mutate(address);
  }

  return (
    <>
      <form onSubmit={submit} className="grid gap-3">
        <Field
          label="Owner's email"
          type="email"
          name="owner-address"
          autoComplete="off"
          maxLength={254}
          value={address}
          help={owner.is_set ? undefined : 'This is the support email until you save an address here.'}
          error={isAboutAddress ? failureOf(change) : null}
          onChange={({ target }) => setAddress(target.value)}
        />
        <Refusal>{isAboutAddress ? null : failureOf(change)}</Refusal>
        <div>
          <Button type="submit" size="sm" waiting={change.isPending} disabled={isUnchanged || address.trim() === ''}>
            Save the address
          </Button>
        </div>
      </form>
      {owner.pending ? <PendingChange pending={owner.pending} onCanceled={show} /> : null}
      {owner.can_mail ? null : (
        <p className="max-w-prose text-muted">
          No mail server is set (SMTP_URL): notices are only in the list of alerts, and in Emails.
        </p>
      )}
    </>
  );
}

function PendingChange(props: { pending: NonNullable<Owner['pending']>; onCanceled: (owner: Owner) => void }) {
  const { address, takes_effect_at, requested_by } = props.pending;
  const { api } = useAdmin();
  const zone = useStoreZone();
  const cancel = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/owner-address/pending', {}),
    onSuccess: props.onCanceled,
  });
  return (
    <div className="grid gap-3 rounded-card border border-hairline px-3 py-3">
      <p className="break-words">
        Notices go to <strong>{address}</strong> from {timeIn(zone, new Date(takes_effect_at))} on. Requested by{' '}
        {requested_by}.
      </p>
      <Refusal>{failureOf(cancel)}</Refusal>
      <div>
        <Button size="sm" waiting={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the change
        </Button>
      </div>
    </div>
  );
}
