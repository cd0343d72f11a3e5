// Gives the focus to something that exists, or can be used, only after the next drawing.

export function focusLater(id: string): void {
  setTimeout(() => document.getElementById(id)?.focus());
}
