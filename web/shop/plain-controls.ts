// Controls of every public page that need no React.

/** The `Go Back` button of the 404 page. It stays disabled in a tab without history. */
export function startPlainControls(page: Document): void {
  if (window.history.length < 2) return;
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-go-back]')) {
    button.disabled = false;
    button.addEventListener('click', () => window.history.back());
  }
}

/** Closes a menu on Escape, and when the visitor taps or moves the focus elsewhere. */
export function startMenu(page: Document): void {
  const close = ({ target, key }: Partial<KeyboardEvent>) => {
    const menu = page.querySelector<HTMLDetailsElement>('.menu[open]');
    if (!menu || (key ? key !== 'Escape' : menu.contains(target as Node))) return;
    menu.open = false;
    if (key) menu.querySelector('summary')?.focus();
  };
  for (const type of ['keydown', 'pointerdown', 'focusin']) page.addEventListener(type, close);
}
