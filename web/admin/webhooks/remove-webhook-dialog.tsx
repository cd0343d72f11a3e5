// Confirms that a webhook endpoint is removed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type Webhook, webhooksKey } from './webhook-queries.ts';

export function RemoveWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks } = useSetupTexts();
  const { api } = useAdmin();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/admin/webhooks/{id}', { params: { id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: webhooksKey });
      onClose();
    },
  });
  return (
    <Dialog title={webhooks.removeTitle} onClose={onClose} busy={remove.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>
          <span className="break-all font-medium">{webhook.url}</span>
          <span>{` ${webhooks.removeHelp}`}</span>
        </p>
        <Refusal>{failureOf(remove)}</Refusal>
        <DialogEnd waiting={remove.isPending} danger onCancel={onClose} onAct={() => remove.mutate(webhook.id)}>
          {webhooks.remove}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
