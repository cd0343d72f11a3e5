// The end of a dialog that asks: the way out, and the act it is about. Nothing is pressed while the act is under way.
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

type DialogEndProps = {
  /** What the act is called. */
  children: ReactNode;
  waiting: boolean;
  /** Something is missing: there is nothing to do yet. */
  incomplete?: boolean;
  danger?: boolean;
  onCancel: () => void;
  /** Without it the act is what the form around it does. */
  onAct?: () => void;
  className?: string;
};

export function DialogEnd({ children, waiting, incomplete, danger, onCancel, onAct, className }: DialogEndProps) {
  return (
    <div className={classNames('flex flex-wrap justify-end gap-2', className)}>
      <Button size="sm" disabled={waiting} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type={onAct ? 'button' : 'submit'}
        size="sm"
        variant={danger ? 'danger' : 'primary'}
        waiting={waiting}
        disabled={waiting || incomplete}
        onClick={onAct}
      >
        {children}
      </Button>
    </div>
  );
}
