// When somebody last used this page. Without a use, its refreshes do not keep the session alive.

const unattendedAfterMs = 60_000;
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

let lastInputAt = Date.now();

/** Notes each input from now on. Returns the function that ends it. */
export function watchInput(page: Pick<Document, 'addEventListener' | 'removeEventListener'>): () => void {
  const note = () => {
    lastInputAt = Date.now();
  };
  note();
  for (const input of inputs) page.addEventListener(input, note, { passive: true, capture: true });
  return () => {
    for (const input of inputs) page.removeEventListener(input, note, { capture: true });
  };
}

export function isUnattended(nowMs: number): boolean {
  return nowMs - lastInputAt > unattendedAfterMs;
}
