// The owner's address: where notices about access and money go. A change waits a day, and can be canceled until then.
import type { FormEvent } from 'react';
import { ownerAddressHours } from '../../../contract/account-rules.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { timeIn } from '../../../contract/time-zones.ts';
import { Button } from '../../ui/button.tsx';
import { EmailField } from '../email-field.tsx';
import { useKeptState } from '../kept-state.ts';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { useStoreZone } from '../store-zone.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { SettingsPanel } from './settings-panel.tsx';

type Owner = AnswerFor<'GET /api/admin/owner-address'>;
const answers = 'GET /api/admin/owner-address';

export function OwnerSection() {
  const { owner: texts } = useSetupTexts();
  const query = useApi(answers, {});
  return (
    <SettingsPanel id="owner" help={texts.help(ownerAddressHours)}>
      <Loaded query={query} failed={texts.failed} skeleton="h-9 w-full">
        {(owner) => <OwnerForm key={owner.address} owner={owner} />}
      </Loaded>
    </SettingsPanel>
  );
}

function OwnerForm({ owner }: { owner: Owner }) {
  const { owner: texts } = useSetupTexts();
  const [address, setAddress] = useKeptState('owner address', owner.address);
  const change = useAct('PUT /api/admin/owner-address', {
    answers,
    done: (changed) => ({
      title: texts.saved,
      description: changed?.pending ? texts.waits(ownerAddressHours) : texts.goesTo(changed?.address ?? address),
    }),
  });
  const isUnchanged = owner.is_set && address.trim() === owner.address;
  const isAboutAddress = change.failedField === 'address';

  function submit(event: FormEvent): void {
    event.preventDefault();
    change.run({ body: { address } });
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
          error={isAboutAddress ? change.failure : null}
          onEmail={setAddress}
        />
        <Refusal>{isAboutAddress ? null : change.failure}</Refusal>
        <div>
          <Button type="submit" size="sm" waiting={change.isPending} disabled={isUnchanged || address.trim() === ''}>
            {texts.save}
          </Button>
        </div>
      </form>
      {owner.pending ? <PendingChange pending={owner.pending} /> : null}
      {owner.can_mail ? null : <p className="max-w-prose text-muted">{texts.noMail}</p>}
    </>
  );
}

function PendingChange({ pending }: { pending: NonNullable<Owner['pending']> }) {
  const { owner: texts } = useSetupTexts();
  const { address, takes_effect_at, requested_by } = pending;
  const zone = useStoreZone();
  const cancel = useAct('DELETE /api/admin/owner-address/pending', { answers });
  return (
    <div className="grid gap-3 rounded-card border border-hairline px-3 py-3">
      <p className="break-words">
        <span>{`${texts.pendingTo} `}</span>
        <strong translate="no">{address}</strong>
        <span>{` ${texts.pendingFrom(timeIn(zone, new Date(takes_effect_at)), requested_by)}`}</span>
      </p>
      <Refusal>{cancel.failure}</Refusal>
      <div>
        <Button size="sm" waiting={cancel.isPending} onClick={() => cancel.run({})}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
