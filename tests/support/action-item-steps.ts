// Steps for tests of action items, in a store that is started later.
import type { AnswerFor } from '../../contract/index.ts';
import type { TestStore } from './store.ts';

export type WaitingKinds = AnswerFor<'GET /api/admin/attention'>['kinds'];

export function actionItemSteps(storeOf: () => TestStore) {
  const all = async (query: object = {}): Promise<WaitingKinds> =>
    (await storeOf().admin.call('GET /api/admin/attention', { query })).kinds;
  const kindsOf = async (id: string) =>
    (await all()).filter(({ items }) => items.some((item) => item.order_id === id)).map(({ kind }) => kind);
  return {
    all,
    /** The kinds under which this order waits, but for links that are only to be sent. */
    waitsFor: async ({ id }: { id: string }) => (await kindsOf(id)).filter((kind) => kind !== 'links_to_send'),
    /** Whether links of this order are to be sent, and how many in words. */
    linksToSend: async ({ id }: { id: string }) =>
      (await all({ kind: 'links_to_send' })).flatMap(({ items }) => items).find((item) => item.order_id === id)?.words,
    itemOf: async ({ id }: { id: string }) =>
      (await all())
        .filter(({ kind }) => kind !== 'links_to_send')
        .flatMap(({ items }) => items)
        .find((item) => item.order_id === id),
    aside: (kind: string, subject: string, note = 'Seen to') =>
      storeOf().admin.ask('POST /api/admin/attention/aside', { body: { kind, subject, note } as never }),
    setStatus: ({ id }: { id: string }, status: string) =>
      storeOf().admin.call('PATCH /api/admin/orders/{id}/status', { params: { id }, body: { status, confirm: true } }),
    clear: async () => {
      await storeOf().control('/gateway/clear', {});
      await storeOf().control('/provider/clear', {});
    },
  };
}
