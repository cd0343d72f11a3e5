// The acts of an item about a category: pause selling it, and sell it again.

import { useQueryClient } from '@tanstack/react-query';
import type { Category } from '../../../contract/category.ts';
import { useAct } from '../kit/use-act.ts';
import { settingsKeys } from '../settings/settings-queries.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { ActButton } from './act-button.tsx';
import { type ActionItem, actionItemsCall } from './action-items.ts';

export function PauseSelling({ item }: { item: ActionItem }) {
  return item.category ? <Act category={item.category} paused /> : null;
}

export function SellAgain({ item }: { item: ActionItem }) {
  return item.category ? <Act category={item.category} paused={false} /> : null;
}

function Act({ category, paused }: { category: Category; paused: boolean }) {
  const { actionItems: texts, states } = useTexts();
  const queries = useQueryClient();
  const name = states.category(category);
  const pause = useAct('PUT /api/admin/selling-pause', {
    renews: [actionItemsCall],
    onDone: () => void queries.invalidateQueries({ queryKey: settingsKeys.all }),
    done: { title: paused ? texts.sellingPaused(name) : texts.soldAgain(name) },
  });
  return (
    <ActButton act={pause} onClick={() => pause.run({ body: { category, paused } })}>
      {paused ? texts.pauseSelling : texts.sellAgain}
    </ActButton>
  );
}
