// The button. In the waiting state it keeps its width and announces the state to screen readers.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import { type ButtonVariant, lookOf } from './link-button.tsx';
import { Spinner } from './spinner.tsx';

type ButtonProps = ButtonVariant &
  ButtonHTMLAttributes<HTMLButtonElement> & { waiting?: boolean; ref?: Ref<HTMLButtonElement> };

export function Button({ variant, size, wide, icon, waiting, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={waiting || undefined}
      className={classNames(lookOf({ variant, size, wide }), className)}
    >
      {waiting ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}
