// The acts of an item about a category: pause selling it, and sell it again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Category } from '../../../contract/category.ts';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { settingsKeys } from '../settings/settings-queries.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { ActButton } from './act-button.tsx';
import { type ActionItem, useRenewItems } from './action-item-queries.ts';

export function PauseSelling({ item }: { item: ActionItem }) {
  return item.category ? <Act category={item.category} paused /> : null;
}

export function SellAgain({ item }: { item: ActionItem }) {
  return item.category ? <Act category={item.category} paused={false} /> : null;
}

function Act({ category, paused }: { category: Category; paused: boolean }) {
  const { api } = useAdmin();
  const { actionItems: texts, states } = useTexts();
  const queries = useQueryClient();
  const renew = useRenewItems();
  const toast = useToast();
  const pause = useMutation({
    mutationFn: () => api.call('PUT /api/admin/selling-pause', { body: { category, paused } }),
    onSuccess: () => {
      const name = states.category(category);
      toast({ title: paused ? texts.sellingPaused(name) : texts.soldAgain(name), tone: 'success' });
    },
    onSettled: () => Promise.all([renew(), queries.invalidateQueries({ queryKey: settingsKeys.all })]),
  });
  return (
    <ActButton waiting={pause.isPending} error={pause.error} onClick={() => pause.mutate()}>
      {paused ? texts.pauseSelling : texts.sellAgain}
    </ActButton>
  );
}
