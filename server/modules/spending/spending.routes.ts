// Endpoints of the spending caps.
import { adminOf, type Handlers } from '../../request-context.ts';
import type { createSpending } from './spending.service.ts';

export function spendingRoutes(
  spending: Pick<ReturnType<typeof createSpending>, 'read' | 'lift'>,
): Handlers<'getSpending' | 'liftSpendingCap'> {
  return {
    getSpending: () => spending.read(),
    liftSpendingCap: ({ params }, call) => spending.lift(params.kind, adminOf(call)),
  };
}
