import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { Handlers } from '../../request-context.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

const differencesShown = 200;

export function reconciliationRoutes(repository: ReconciliationRepository): Handlers<'getReconciliation'> {
  return {
    getReconciliation: async () => {
      const last = await repository.findLast();
      if (!last) return { report: null };
      const differences = await repository.listDifferences(last.id, differencesShown);
      return {
        report: {
          from: last.fromDay,
          to: last.toDay,
          state: last.state,
          ...sentenceFields('problem', last.problem, last.problemCoded),
          started_at: last.startedAt.toISOString(),
          updated_at: last.updatedAt.toISOString(),
          compared: last.compared,
          difference_count: await repository.countDifferences(last.id),
          differences: differences.map(({ kind, orderId, gatewayOrderId, ours, theirs }) => ({
            kind,
            ours,
            theirs,
            order_id: orderId,
            gateway_order_id: gatewayOrderId,
          })),
        },
      };
    },
  };
}
