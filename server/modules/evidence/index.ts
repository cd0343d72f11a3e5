import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { readEvidence } from '../../workflows/read-evidence.ts';

export const evidence = {
  routes: routes({
    orderEvidence: (ctx, { params }, call) => readEvidence(ctx, params.id, `admin:${getAdmin(call).id}`),
  }),
} satisfies StoreModule;
