// Whether the page is hydrated. False on the server and in the first render of the browser.
import { useSyncExternalStore } from 'react';

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
