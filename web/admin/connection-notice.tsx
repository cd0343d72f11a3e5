// A bar over the whole width of every page while there is no connection: what the page shows may be out of date.
import { useSyncExternalStore } from 'react';
import { useTexts } from './texts/shown-texts.ts';

/** `isLost`: the store had a live connection to this page and has none any more. */
export function ConnectionNotice({ isLost }: { isLost: boolean }) {
  const { shell } = useTexts();
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const words = isOnline ? (isLost ? shell.disconnected : null) : shell.offline;
  if (words === null) return null;
  return (
    <p
      role="alert"
      className="sticky top-0 z-40 -mb-4 bg-yellow-soft px-4 text-center text-xs leading-5 font-medium text-yellow-ink print:hidden"
    >
      {words}
    </p>
  );
}

function followNetwork(listen: () => void): () => void {
  window.addEventListener('online', listen);
  window.addEventListener('offline', listen);
  return () => {
    window.removeEventListener('online', listen);
    window.removeEventListener('offline', listen);
  };
}
