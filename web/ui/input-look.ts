// How every input looks. Beside the field, since the home page draws an input and loads no field.

export const inputClassName =
  'w-full min-w-0 rounded-card border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted ' +
  'transition-colors duration-[120ms] disabled:opacity-60';
