// Adds a notification channel: first its kind, then the steps to set it up.
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { type Act, useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts, useTextSet, useTexts } from '../texts/shown-texts.ts';
import { setLanguages } from '../texts/text-sets.ts';
import {
  type AddedKind,
  addedKinds,
  configOf,
  defaultKinds,
  type NewChannel,
  newConfig,
  type Preferences,
  sentKinds,
} from './channel-draft.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { ConfigFields } from './config-fields.tsx';
import { PreferenceFields } from './preference-fields.tsx';

export function AddChannelDialog({ onClose }: { onClose: () => void }) {
  const { notifications: texts } = useSetupTexts();
  const [kind, setKind] = useState<AddedKind | null>(null);
  const add = useAct('POST /api/admin/notification-channels', {
    renews: ['GET /api/admin/notification-channels'],
    onDone: onClose,
    done: { title: texts.added, description: texts.addedHelp },
  });
  return (
    <Dialog
      title={kind ? `${texts.add}: ${texts.kindTitles[kind]}` : texts.choose}
      onClose={onClose}
      busy={add.isPending}
    >
      {kind ? (
        <AddForm
          kind={kind}
          add={add}
          onBack={() => {
            add.reset();
            setKind(null);
          }}
          onClose={onClose}
        />
      ) : (
        <KindChoice onChoose={setKind} onClose={onClose} />
      )}
    </Dialog>
  );
}

function KindChoice({ onChoose, onClose }: { onChoose: (kind: AddedKind) => void; onClose: () => void }) {
  const { notifications: texts } = useSetupTexts();
  const { common } = useTexts();
  return (
    <div className="mt-3 grid gap-3 text-sm">
      <ul className="grid gap-2">
        {addedKinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              onClick={() => onChoose(kind)}
              className="flex w-full items-center gap-3 rounded-card border border-hairline px-3 py-2.5 text-left hover:border-ink"
            >
              <ChannelIcon kind={kind} />
              <span>
                <span className="block font-semibold">{texts.kindTitles[kind]}</span>
                <span className="block text-muted">{texts.kindHelp[kind]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button size="sm" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}

type AddFormProps = {
  kind: AddedKind;
  add: Act<{ body: NewChannel }>;
  onBack: () => void;
  onClose: () => void;
};

function AddForm({ kind, add, onBack, onClose }: AddFormProps) {
  const { notifications: texts } = useSetupTexts();
  const set = useTextSet();
  const [config, setConfig] = useKeptState(`new channel ${kind}`, newConfig);
  const [preferences, setPreferences] = useKeptState<Preferences>(`preferences of a new ${kind}`, {
    name: texts.kindTitles[kind],
    kinds: defaultKinds,
    leastSeverity: 'info',
    quietFrom: null,
    quietUntil: null,
    language: setLanguages[set],
  });
  const to = configOf(kind, config);
  const isIncomplete = to === null || preferences.name.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending || to === null || isIncomplete) return;
    add.run({ body: { ...preferences, kinds: sentKinds(preferences.kinds), to } });
  }

  return (
    <form onSubmit={submit} className="mt-3 grid gap-5 text-sm">
      <ConfigFields kind={kind} config={config} onChange={setConfig} />
      <PreferenceFields preferences={preferences} onChange={setPreferences} />
      <Refusal>{add.failure}</Refusal>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button size="sm" disabled={add.isPending} onClick={onBack}>
          {texts.back}
        </Button>
        <DialogEnd waiting={add.isPending} incomplete={isIncomplete} onCancel={onClose} className="ml-auto">
          {texts.addNow}
        </DialogEnd>
      </div>
    </form>
  );
}
