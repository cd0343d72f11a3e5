// The button of an act on an action item, with the reason of a failure.
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Act } from '../kit/use-act.ts';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

type ActButtonProps = {
  act?: Pick<Act<never>, 'isPending' | 'failure'>;
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

export function ActFailure({ children }: { children: string }) {
  return (
    <span role="alert" className="order-last basis-full text-red-ink xl:text-right">
      {children}
    </span>
  );
}
