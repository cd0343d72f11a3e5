// Edits a notification channel. Its secrets are never shown: another address replaces the whole configuration.
import type { FormEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { useKeptState } from '../kept-state.ts';
import { useAct } from '../kit/use-act.ts';
import { Refusal } from '../refusal.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import {
  type Channel,
  type ConfigDraft,
  configOf,
  hintOf,
  newConfig,
  preferencesOf,
  sentKinds,
} from './channel-draft.ts';
import { ConfigFields } from './config-fields.tsx';
import { PreferenceFields } from './preference-fields.tsx';

export function EditChannelDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { notifications: texts } = useSetupTexts();
  const { id, kind, enabled } = channel;
  const [preferences, setPreferences] = useKeptState(`channel ${channel.id}`, () => preferencesOf(channel));
  /** Null: the configuration stays. */
  const [config, setConfig] = useKeptState<ConfigDraft | null>(`config of ${channel.id}`, null);
  const save = useAct('PUT /api/admin/notification-channels/{id}', {
    renews: ['GET /api/admin/notification-channels'],
    onDone: onClose,
  });
  const to = kind === 'web-push' || config === null ? undefined : configOf(kind, config);
  const isIncomplete = to === null || preferences.name.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending || to === null || isIncomplete) return;
    save.run({
      params: { id },
      body: { ...preferences, kinds: sentKinds(preferences.kinds), ...(to && { to }), enabled },
    });
  }

  return (
    <Dialog title={texts.editTitle(channel.name)} onClose={onClose} busy={save.isPending}>
      <form onSubmit={submit} className="mt-3 grid gap-5 text-sm">
        {config === null || kind === 'web-push' ? (
          <div>
            <p className="font-semibold">{texts.present}</p>
            <p className="break-all text-muted">{hintOf(channel)}</p>
            {kind === 'web-push' ? null : (
              <Button size="sm" className="mt-2" onClick={() => setConfig(newConfig())}>
                {texts.replace}
              </Button>
            )}
          </div>
        ) : (
          <>
            <ConfigFields kind={kind} config={config} onChange={setConfig} />
            <div>
              <Button size="sm" onClick={() => setConfig(null)}>
                {texts.keep}
              </Button>
            </div>
          </>
        )}
        <PreferenceFields preferences={preferences} onChange={setPreferences} />
        <Refusal>{save.failure}</Refusal>
        <DialogEnd waiting={save.isPending} incomplete={isIncomplete} onCancel={onClose}>
          {texts.save}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
