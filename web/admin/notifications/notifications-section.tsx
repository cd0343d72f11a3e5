// The channels that notify the operator. Devices of web push are in the list; each is added on the device itself.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-context.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { Panel } from '../panel.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { AddChannelDialog } from './add-channel-dialog.tsx';
import { type Channel, channelsQuery } from './channel-queries.ts';
import { ChannelRow } from './channel-row.tsx';
import { EditChannelDialog } from './edit-channel-dialog.tsx';
import { RemoveChannelDialog } from './remove-channel-dialog.tsx';

type OpenDialog = { what: 'add' } | { what: 'edit' | 'remove'; channel: Channel } | null;

export function NotificationsSection() {
  const { notifications: texts } = useSetupTexts();
  const { settingsSections } = useTexts();
  const { api } = useAdmin();
  const channels = useQuery(channelsQuery(api));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <Panel title={settingsSections.notifications}>
      <p className="max-w-prose pt-1 text-sm text-muted">{texts.help}</p>
      {channels.isPending ? <Skeleton className="my-2 h-16 w-full" /> : null}
      {channels.isError ? (
        <LoadFailure title={texts.failed} error={channels.error} onRetry={() => void channels.refetch()} />
      ) : null}
      {channels.data?.length === 0 ? <p className="pt-3 text-sm">{texts.none}</p> : null}
      <ul aria-label={texts.list} className="divide-y divide-hairline">
        {channels.data?.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onOpen={(what) => setDialog({ what, channel })} />
        ))}
      </ul>
      <Button size="sm" className="my-3" onClick={() => setDialog({ what: 'add' })}>
        {texts.add}
      </Button>
      {dialog?.what === 'add' ? <AddChannelDialog onClose={close} /> : null}
      {dialog?.what === 'edit' ? <EditChannelDialog channel={dialog.channel} onClose={close} /> : null}
      {dialog?.what === 'remove' ? <RemoveChannelDialog channel={dialog.channel} onClose={close} /> : null}
    </Panel>
  );
}
