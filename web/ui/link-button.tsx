// A link with the style of a button, and the shared button styles. Separate, because the home page has no button with a
// waiting state.
import type { AnchorHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';

export type ButtonVariant = {
  /** primary: the main action of the screen. ink: the action of a row. plain: default. quiet: no border. danger: destructive. */
  variant?: 'primary' | 'ink' | 'plain' | 'quiet' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Full width of its container. */
  wide?: boolean;
  icon?: Elements;
};

type LinkProps = ButtonVariant & AnchorHTMLAttributes<HTMLAnchorElement>;

export function LinkButton({ variant, size, wide, icon, children, className, ...rest }: LinkProps) {
  return (
    <a {...rest} className={classNames(lookOf({ variant, size, wide }), className)}>
      {icon}
      <span className="contents">{children}</span>
    </a>
  );
}

export function lookOf({ variant = 'plain', size = 'md', wide = false }: ButtonVariant): string {
  return classNames(
    'inline-flex items-center justify-center rounded-card font-semibold select-none text-center',
    'transition-[background-color,border-color,filter,transform] duration-[120ms] active:[translate:0_1px]',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:active:[translate:none]',
    wide && 'w-full',
    sizes[size],
    variants[variant],
  );
}

const sizes = {
  sm: 'min-h-8 gap-1.5 px-3 text-sm',
  md: 'min-h-11 gap-2 px-4 text-base',
  lg: 'min-h-14 gap-2.5 px-6 text-lg',
};

const variants = {
  primary: 'bg-brand text-on-brand hover:not-disabled:[filter:brightness(1.07)]',
  ink: 'bg-ink text-ground hover:not-disabled:opacity-85',
  plain: 'border border-hairline bg-surface text-ink hover:not-disabled:border-edge',
  quiet: 'text-ink hover:not-disabled:bg-sunken',
  danger: 'border border-bad bg-surface text-bad-ink hover:not-disabled:bg-bad-soft',
};
