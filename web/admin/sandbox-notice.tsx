// A banner of a sandbox store: no real payments. A wide screen has it in the sidebar.
import { classNames } from '../ui/class-names.ts';
import { useAdmin } from './admin-context.tsx';
import { useTexts } from './texts/shown-texts.ts';

export function SandboxNotice({ className }: { className?: string }) {
  const { store } = useAdmin();
  const { shell } = useTexts();
  if (!store.sandbox) return null;
  return (
    <aside
      aria-label={shell.sandboxLabel}
      className={classNames('bg-ink px-4 py-1 text-center text-xs font-medium text-ground print:hidden', className)}
    >
      {shell.sandbox}
    </aside>
  );
}
