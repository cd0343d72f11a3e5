// Confirms that a notification channel is removed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type Channel, channelsKey } from './channel-queries.ts';

export function RemoveChannelDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { notifications: texts } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/notification-channels/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: channelsKey });
      onClose();
    },
  });
  return (
    <Dialog title={texts.removeTitle} onClose={onClose} busy={remove.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>
          <span className="break-words font-medium">{channel.name}</span>
          <span>{` ${texts.removeHelp}`}</span>
        </p>
        <Refusal>{failureOf(remove)}</Refusal>
        <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(channel.id)}>
          {texts.remove}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
