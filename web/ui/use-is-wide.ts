// Whether the window has room for a side panel: as wide as the sidebar of the admin needs, too.
import { useSyncExternalStore } from 'react';

const wide = '(min-width: 1024px)';

export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(wide).matches);
}

function follow(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
