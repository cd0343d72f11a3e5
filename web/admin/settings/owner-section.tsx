// The owner's address: where notices about access and money go. A change waits a day, and can be canceled until then.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ownerAddressHours } from '../../../contract/account-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { EmailField } from '../email-field.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useStoreZone } from '../store-zone.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';

type Owner = AnswerFor<'GET /api/admin/owner-address'>;
const queryKey = ['owner-address'] as const;

export function OwnerSection() {
  const { owner: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const owner = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('GET /api/admin/owner-address', {}, { signal }),
  });
  return (
    <Panel title={settingsSections.owner}>
      <div className="grid gap-4 py-1 text-sm">
        <p className="max-w-prose text-muted">{texts.help(ownerAddressHours)}</p>
        {owner.isPending ? <Skeleton className="h-9 w-full" /> : null}
        {owner.isError ? (
          <LoadFailure title={texts.failed} error={owner.error} onRetry={() => void owner.refetch()} />
        ) : null}
        {owner.data ? <OwnerForm key={owner.data.address} owner={owner.data} /> : null}
      </div>
    </Panel>
  );
}

function OwnerForm({ owner }: { owner: Owner }) {
  const { owner: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  const [address, setAddress] = useState(owner.address);
  const show = (changed: Owner) => queries.setQueryData(queryKey, changed);
  const change = useMutation({
    mutationFn: (wanted: string) => api.call('PUT /api/admin/owner-address', { body: { address: wanted } }),
    onSuccess: (changed) => {
      show(changed);
      const description = changed.pending ? texts.waits(ownerAddressHours) : texts.goesTo(changed.address);
      toast({ title: texts.saved, description, tone: 'success' });
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
        <EmailField
          label={texts.email}
          name="owner-address"
          autoComplete="off"
          value={address}
          help={owner.is_set ? undefined : texts.emailHelp}
          error={isAboutAddress ? failureOf(change) : null}
          onEmail={setAddress}
        />
        <Refusal>{isAboutAddress ? null : failureOf(change)}</Refusal>
        <div>
          <Button type="submit" size="sm" waiting={change.isPending} disabled={isUnchanged || address.trim() === ''}>
            {texts.save}
          </Button>
        </div>
      </form>
      {owner.pending ? <PendingChange pending={owner.pending} onCanceled={show} /> : null}
      {owner.can_mail ? null : <p className="max-w-prose text-muted">{texts.noMail}</p>}
    </>
  );
}

function PendingChange(props: { pending: NonNullable<Owner['pending']>; onCanceled: (owner: Owner) => void }) {
  const { owner: texts } = useSetupTexts();
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
        <span>{`${texts.pendingTo} `}</span>
        <strong translate="no">{address}</strong>
        <span>{` ${texts.pendingFrom(timeIn(zone, new Date(takes_effect_at)), requested_by)}`}</span>
      </p>
      <Refusal>{failureOf(cancel)}</Refusal>
      <div>
        <Button size="sm" waiting={cancel.isPending} onClick={() => cancel.mutate()}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
