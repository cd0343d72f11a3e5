import { sentenceFields } from '../../platform/sentence-columns.ts';
import type { Routes } from '../../store-module.ts';
import * as reconciliationRepository from './reconciliation.repository.ts';

const differencesShown = 200;

export const reconciliationRoutes: Routes<'getReconciliation'> = {
  getReconciliation: async ({ database }) => {
    const last = await reconciliationRepository.findLast(database.db);
    if (!last) return { report: null };
    const differences = await reconciliationRepository.listDifferences(database.db, last.id, differencesShown);
    return {
      report: {
        from: last.fromDay,
        to: last.toDay,
        state: last.state,
        ...sentenceFields('problem', last.problem, last.problemCoded),
        started_at: last.startedAt.toISOString(),
        updated_at: last.updatedAt.toISOString(),
        compared: last.compared,
        difference_count: await reconciliationRepository.countDifferences(database.db, last.id),
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
