// A question before an act that cannot be taken back, with the failure of the act.
import type { UseMutationResult } from '@tanstack/react-query';
import { Dialog } from '../ui/dialog.tsx';
import { DialogEnd } from './dialog-end.tsx';
import { Refusal } from './refusal.tsx';
import { failureOf } from './sign-in/guarded.tsx';

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** The label of the confirm button. */
  act: string;
  mutation: Pick<UseMutationResult, 'isPending' | 'isError' | 'error'>;
  onAct: () => void;
  onClose: () => void;
};

export function ConfirmDialog({ title, text, act, mutation, onAct, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} busy={mutation.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        <p>{text}</p>
        <Refusal>{failureOf(mutation)}</Refusal>
        <DialogEnd waiting={mutation.isPending} danger onCancel={onClose} onAct={onAct}>
          {act}
        </DialogEnd>
      </div>
    </Dialog>
  );
}
