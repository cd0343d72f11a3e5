// Asks for a recent proof while a call waits for it. The dialog loads with the first such call.
import { useEffect, useSyncExternalStore } from 'react';
import { useToast } from '../../ui/toast.tsx';
import { useAdmin } from '../admin-context.tsx';
import { partOnDemand } from '../page-on-demand.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const StepUpDialog = partOnDemand(() => import('./step-up-dialog.tsx').catch(() => ({ default: NotLoaded })));

export function StepUp() {
  const { proof } = useAdmin();
  return useSyncExternalStore(proof.subscribe, proof.isAsked) ? <StepUpDialog placeholder={null} /> : null;
}

/** Ends the question: the call that waits for the proof would wait for ever. */
function NotLoaded() {
  const { proof } = useAdmin();
  const { common } = useTexts();
  const toast = useToast();
  useEffect(() => {
    toast({ tone: 'error', title: common.pageFailed });
    proof.end(false);
  }, [proof, toast, common]);
  return null;
}
