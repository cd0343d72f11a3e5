// The footer of a confirmation dialog: cancel and confirm. Both buttons are disabled while the request is pending.
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useTexts } from './texts/shown-texts.ts';

type DialogEndProps = {
  /** The label of the confirm button. */
  children: ReactNode;
  /** The label of the other button. */
  cancel?: string;
  waiting: boolean;
  /** Also while it waits. */
  mayCancel?: boolean;
  /** True while a required field is empty. */
  incomplete?: boolean;
  danger?: boolean;
  onCancel: () => void;
  /** Without it, the confirm button submits the surrounding form. */
  onAct?: () => void;
  className?: string;
};

export function DialogEnd({
  children,
  cancel,
  waiting,
  mayCancel,
  incomplete,
  danger,
  onCancel,
  onAct,
  className,
}: DialogEndProps) {
  const { common } = useTexts();
  return (
    <div className={classNames('flex flex-wrap justify-end gap-2', className)}>
      <Button size="sm" disabled={waiting && !mayCancel} onClick={onCancel}>
        {cancel ?? common.cancel}
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
