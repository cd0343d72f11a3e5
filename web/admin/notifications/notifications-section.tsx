// The channels that notify the operator. Devices of web push are in the list; each is added on the device itself.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { useAct } from '../kit/use-act.ts';
import { useApi } from '../kit/use-api.ts';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import type { Channel } from './channel-draft.ts';
import { ChannelRow } from './channel-row.tsx';
import { EditChannelDialog } from './edit-channel-dialog.tsx';

type OpenDialog = { what: 'add' } | { what: 'edit' | 'remove'; channel: Channel } | null;

export function NotificationsSection() {
  const { notifications: texts } = useSetupTexts();
  const channels = useApi('GET /api/admin/notification-channels', {});
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <SettingsPanel id="notifications">
      <p className="max-w-prose pt-1 text-sm text-muted">{texts.help}</p>
      <Loaded query={channels} failed={texts.failed} skeleton="my-2 h-16 w-full">
        {(listed) => (
          <>
            {listed.length === 0 ? <p className="pt-3 text-sm">{texts.none}</p> : null}
            <ul aria-label={texts.list} className="divide-y divide-hairline">
              {listed.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} onOpen={(what) => setDialog({ what, channel })} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      <Button size="sm" className="my-3" onClick={() => setDialog({ what: 'add' })}>
        {texts.add}
      </Button>
      {dialog?.what === 'add' ? <AddChannelDialog onClose={close} /> : null}
      {dialog?.what === 'edit' ? <EditChannelDialog channel={dialog.channel} onClose={close} /> : null}
      {dialog?.what === 'remove' ? <RemoveDialog channel={dialog.channel} onClose={close} /> : null}
    </SettingsPanel>
  );
}

function RemoveDialog({ channel: { id, name }, onClose }: { channel: Channel; onClose: () => void }) {
  const { notifications: texts } = useSetupTexts();
  const remove = useAct('DELETE /api/admin/notification-channels/{id}', {
    renews: ['GET /api/admin/notification-channels'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle}
      act={remove}
      label={texts.remove}
      onConfirm={() => remove.run({ params: { id } })}
      onClose={onClose}
    >
      <p>
        <span className="break-words font-medium">{name}</span>
        <span>{` ${texts.removeHelp}`}</span>
      </p>
    </ConfirmDialog>
  );
}
