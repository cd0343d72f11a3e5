// Confirms that a webhook endpoint is removed.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { Refusal } from '../refusal.tsx';
import { failureOf } from '../sign-in/guarded.tsx';
import { type Webhook, webhooksKey } from './webhook-queries.ts';

export function RemoveWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
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
    <Dialog title="Remove this endpoint?" onClose={onClose} busy={remove.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>
          <span className="break-all font-medium">{webhook.url}</span> will receive no more events, including those
          still waiting. Its log goes with it.
        </p>
        <Refusal>{failureOf(remove)}</Refusal>
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="danger"
            waiting={remove.isPending}
            disabled={remove.isPending}
            onClick={() => remove.mutate(webhook.id)}
          >
            Remove
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
