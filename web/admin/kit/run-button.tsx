// A button that runs an act: disabled, with a spinner, while the act is pending.
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Act } from './use-act.ts';

type RunButtonProps = Omit<ComponentProps<typeof Button>, 'waiting'> & { act: Pick<Act<never>, 'isPending'> };

export function RunButton({ act, size = 'sm', disabled = false, ...rest }: RunButtonProps) {
  return <Button {...rest} size={size} waiting={act.isPending} disabled={disabled || act.isPending} />;
}
