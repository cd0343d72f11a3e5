// Gives the focus to a link field after the next drawing, with its advice in view: above what sticks to the lower edge of the
// window.

export function focusLinkLater(id: string): void {
  setTimeout(() => {
    document.getElementById(id)?.focus();
    document.getElementById(`${id}-status`)?.parentElement?.scrollIntoView({ block: 'nearest' });
  });
}
