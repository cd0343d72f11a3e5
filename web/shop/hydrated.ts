// Whether the page already listens. False on the server and in the very first render of the browser.
import { useSyncExternalStore } from 'react';

export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
