// The button of an act on an action item, with the reason of a failure.
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import type { Act } from '../kit/use-act.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

type ActButtonProps = {
  act?: Pick<Act<never>, 'isPending' | 'failure'> | undefined;
  /** A request focuses the button; only a person presses it. */
  requested?: RequestedItem | null | undefined;
  onClick: () => void;
  children: ReactNode;
};

export function ActButton({ act, requested = null, onClick, children }: ActButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useOnRequest(requested, requested !== null, () => button.current?.focus());
  return (
    <>
      <Button ref={button} size="sm" waiting={act?.isPending} disabled={act?.isPending} onClick={onClick}>
        {children}
      </Button>
      {act?.failure ? <ActFailure>{act.failure}</ActFailure> : null}
    </>
  );
}

type DialogActProps = { label: string; act?: ActButtonProps['act']; children: (close: () => void) => Elements };

/** An act that needs a dialog. */
export function DialogAct({ label, act, children }: DialogActProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActButton act={act} onClick={() => setIsOpen(true)}>
        {label}
      </ActButton>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </>
  );
}

export function ActFailure({ children }: { children: string }) {
  return (
    <span role="alert" className="order-last basis-full text-red-ink xl:text-right">
      {children}
    </span>
  );
}
