// Endpoints for action items.
import { StoreError } from '../../../contract/errors.ts';
import { adminOf, type Handlers } from '../../request-context.ts';
import type { ActionItems } from './action-items.service.ts';

export type ActionItemsRoutesDeps = {
  actionItems: ActionItems;
  /** False for a job that is unknown or has not failed finally. */
  retryJob: (id: string) => Promise<boolean>;
};

export function actionItemsRoutes({
  actionItems,
  retryJob,
}: ActionItemsRoutesDeps): Handlers<'listActionItems' | 'dismissActionItem' | 'retryJob'> {
  return {
    listActionItems: async ({ query }) => ({
      kinds: (await actionItems.list(query.kind)).map(({ kind, count, more, canDismiss, rows }) => ({
        kind,
        count,
        more,
        may_set_aside: canDismiss,
        items: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      })),
    }),

    dismissActionItem: async ({ body }, call) => {
      await actionItems.dismiss(body.kind, body.subject, body.note, adminOf(call));
      return { success: true };
    },

    retryJob: async ({ params }) => {
      if (await retryJob(params.id)) return { success: true };
      throw new StoreError('not_found', { message: 'There is no job of this number that was given up.' });
    },
  };
}
