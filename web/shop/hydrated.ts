// Whether the page is hydrated. False on the server and in the first render of the browser.
import { startTransition, useEffect, useState } from 'react';

/** Turns true in a transition: React draws it in pieces of 5 ms, after the task that hydrated the page. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return isHydrated;
}
