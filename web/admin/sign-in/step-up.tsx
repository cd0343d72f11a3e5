// Asks for a recent proof while a call waits for it. The dialog loads with the first such call.
import { useSyncExternalStore } from 'react';
import { useAdmin } from '../admin-context.tsx';
import { partOnDemand } from '../page-on-demand.tsx';

const StepUpDialog = partOnDemand(() => import('./step-up-dialog.tsx'));

export function StepUp() {
  const { proof } = useAdmin();
  return useSyncExternalStore(proof.subscribe, proof.isAsked) ? <StepUpDialog placeholder={null} /> : null;
}
