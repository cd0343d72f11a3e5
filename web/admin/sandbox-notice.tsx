// A banner on every page of a sandbox store: no real payments.
import { useAdmin } from './admin-context.tsx';

export function SandboxNotice() {
  const { store } = useAdmin();
  if (!store.sandbox) return null;
  return (
    <aside aria-label="Mode of the store" className="bg-ink px-4 py-1 text-center text-xs font-medium text-ground">
      Sandbox: no money moves
    </aside>
  );
}
