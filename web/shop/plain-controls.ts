// Controls of pages without React. They are disabled until this script runs.

/** The `Go Back` button of the 404 page. It stays disabled in a tab without history. */
export function startPlainControls(page: Document): void {
  if (window.history.length < 2) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-go-back]')) {
    button.disabled = false;
    button.addEventListener('click', () => window.history.back());
  }
}
