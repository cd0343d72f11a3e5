// The button of an act on an action item, with the reason of a failure.
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { queryFailure } from '../query-client.ts';

type ActButtonProps = { waiting?: boolean; error?: Error | null; onClick: () => void; children: ReactNode };

export function ActButton({ waiting = false, error = null, onClick, children }: ActButtonProps) {
  return (
    <>
      <Button size="sm" waiting={waiting} disabled={waiting} onClick={onClick}>
        {children}
      </Button>
      {error ? (
        <span role="alert" className="order-last basis-full text-red-ink xl:text-right">
          {queryFailure(error)}
        </span>
      ) : null}
    </>
  );
}
