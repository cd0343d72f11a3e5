// The widths of the window that change what is rendered, beyond what styles can do.
import { useSyncExternalStore } from 'react';

/** Whether the window has room for a side panel: as wide as the sidebar of the admin needs, too. */
export const useIsWide = followed('(min-width: 1024px)');

/** Below the breakpoint `sm` of the styles. */
export const useIsPhone = followed('(max-width: 639.98px)');

function followed(media: string): () => boolean {
  function follow(listener: () => void): () => void {
    const query = window.matchMedia(media);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  }
  return () => useSyncExternalStore(follow, () => window.matchMedia(media).matches);
}
