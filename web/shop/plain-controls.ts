// Controls of pages that need no React: disabled until this script listens.

/** `Go Back` of the 404 page (NF-3): a tab that was opened with this page has nothing to go back to. */
export function startPlainControls(page: Document): void {
  if (window.history.length < 2) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-go-back]')) {
    button.disabled = false;
    button.addEventListener('click', () => window.history.back());
  }
}
