// Finds a text in a rendered page and marks the element that shows it.

const shownAttributes = ['placeholder', 'aria-label', 'title', 'value', 'data-label'];

/** False: this state of the page does not show the text. */
export function markShown(page: Document, text: string): boolean {
  const parts = text
    .split(/\{\w+\}/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) return false;
  const has = (whole: string | null) => whole !== null && parts.every((part) => whole.includes(part));
  // The frame runs no scripts, so that it shows what a visitor without scripts sees.
  for (const element of page.querySelectorAll('noscript')) if (!has(element.textContent)) element.remove();
  const all = [...page.body.querySelectorAll<HTMLElement>('*')].filter(({ tagName }) => tagName !== 'SCRIPT');
  const found =
    all.findLast((element) => has(element.textContent) && ![...element.children].some((one) => has(one.textContent))) ??
    all.find((element) => shownAttributes.some((name) => has(element.getAttribute(name))));
  if (!found) return false;
  found.style.outline = '3px solid currentcolor';
  found.style.outlineOffset = '4px';
  const view = page.defaultView;
  // `scrollIntoView` would scroll the admin, too.
  view?.scrollTo(0, found.getBoundingClientRect().top + view.scrollY - view.innerHeight / 3);
  return true;
}
