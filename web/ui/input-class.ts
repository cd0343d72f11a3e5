// The classes of all inputs. Separate from the field component, because the home page has an input but no field.

export const inputClassName =
  'w-full min-w-0 rounded-card border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted ' +
  'transition-colors duration-[120ms] disabled:opacity-60';
