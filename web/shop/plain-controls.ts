// Controls of pages that need no React: disabled until this script listens.

/** `Go Back` of the 404 page (NF-3). */
export function startPlainControls(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-go-back]')) {
    button.disabled = false;
    button.addEventListener('click', () => window.history.back());
  }
}
