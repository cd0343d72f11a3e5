// The button of an act on an action item, with the reason of a failure.
import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { queryFailure } from '../query-client.ts';
import { needsPassword } from '../sign-in/step-up.tsx';
import { type RequestedItem, useOnRequest } from './requested-item.ts';

type ActButtonProps = {
  waiting?: boolean;
  error?: Error | null;
  /** A request focuses the button; only a person presses it. */
  requested?: RequestedItem | null | undefined;
  onClick: () => void;
  children: ReactNode;
};

export function ActButton({ waiting = false, error = null, requested = null, onClick, children }: ActButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useOnRequest(requested, requested !== null, () => button.current?.focus());
  return (
    <>
      <Button ref={button} size="sm" waiting={waiting} disabled={waiting} onClick={onClick}>
        {children}
      </Button>
      {error && !needsPassword(error) ? (
        <span role="alert" className="order-last basis-full text-red-ink xl:text-right">
          {queryFailure(error)}
        </span>
      ) : null}
    </>
  );
}
