// Gives the focus to something that exists, or can be used, only after the next drawing.

export function focusLater(id: string): void {
  setTimeout(() => document.getElementById(id)?.focus());
}

/** The same for a link field, with its advice in view: above what sticks to the lower edge of the window. */
export function focusLinkLater(id: string): void {
  setTimeout(() => {
    document.getElementById(id)?.focus();
    document.getElementById(`${id}-status`)?.parentElement?.scrollIntoView({ block: 'nearest' });
  });
}
