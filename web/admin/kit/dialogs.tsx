// Dialogs around an act of the store: a confirmation, and a form. Both show the failure of the act and stay open with it.
import { Dialog } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import { DialogEnd } from '../dialog-end.tsx';
import { Refusal } from '../refusal.tsx';
import type { Act } from './use-act.ts';

type DialogOfActProps = {
  title: string;
  act: Pick<Act<never>, 'isPending' | 'failure'>;
  /** The label of the button that acts. */
  label: string;
  /** The sentence above the buttons, where it is not that of the act; null while a field shows it. */
  failure?: string | null;
  children?: Elements;
  onClose: () => void;
};

/** Asks before an act that cannot be undone. */
export function ConfirmDialog({
  title,
  act,
  label,
  failure = act.failure,
  children,
  onConfirm,
  onClose,
}: Omit<DialogOfActProps, 'children'> & { children: string | Elements; onConfirm: () => void }) {
  const body: Elements = typeof children === 'string' ? <p>{children}</p> : children;
  return (
    <Dialog title={title} onClose={onClose} busy={act.isPending}>
      <div className="mt-2 grid gap-4 text-sm">
        {body}
        <Refusal>{failure}</Refusal>
        <DialogEnd waiting={act.isPending} danger onCancel={onClose} onAct={onConfirm}>
          {label}
        </DialogEnd>
      </div>
    </Dialog>
  );
}

type FormDialogProps = DialogOfActProps & {
  /** True while a required field is empty or wrong. */
  incomplete?: boolean;
  danger?: boolean;
  onSubmit: () => void;
};

/** Fields that one act sends. */
export function FormDialog({
  title,
  act,
  label,
  incomplete = false,
  danger,
  failure = act.failure,
  children,
  onSubmit,
  onClose,
}: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} busy={act.isPending}>
      <form
        className="mt-2 grid gap-4 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          if (!act.isPending && !incomplete) onSubmit();
        }}
      >
        {children}
        <Refusal>{failure}</Refusal>
        <DialogEnd waiting={act.isPending} incomplete={incomplete} {...(danger ? { danger } : {})} onCancel={onClose}>
          {label}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
