// View Site, Exit Admin and Logout. Links to public pages cause full page loads, because each page has its own
// Content-Security-Policy.
import { classNames } from '../../ui/class-names.ts';
import { useAdmin } from '../admin-context.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const look =
  'inline-flex min-h-8 items-center rounded-card px-2 text-xs font-semibold hover:bg-surface pointer-coarse:min-h-11';

export function WaysOut({ className }: { className?: string }) {
  const { session } = useAdmin();
  const { shell } = useTexts();
  return (
    <p className={classNames('flex flex-wrap gap-x-1', className)}>
      <a href="/" className={look}>
        {shell.viewSite}
      </a>
      <a href="/" className={look}>
        {shell.exit}
      </a>
      <button type="button" onClick={() => void session.logout()} className={look}>
        {shell.logout}
      </button>
    </p>
  );
}
