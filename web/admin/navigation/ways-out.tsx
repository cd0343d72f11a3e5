// The links to the store, and sign-out.
import { classNames } from '../../ui/class-names.ts';
import { useAdmin } from '../admin-context.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const wayOutLook =
  'inline-flex min-h-8 items-center rounded-card px-2 text-xs font-semibold hover:bg-surface pointer-coarse:min-h-11';

/** View Site, Exit Admin and Logout. Links to public pages cause full page loads: each page has its own Content-Security-Policy. */
export function WaysOut({ className }: { className?: string }) {
  const { session } = useAdmin();
  const { shell } = useTexts();
  return (
    <p className={classNames('flex flex-wrap gap-x-1', className)}>
      <a href="/" className={wayOutLook}>
        {shell.viewSite}
      </a>
      <a href="/" className={wayOutLook}>
        {shell.exit}
      </a>
      <button type="button" onClick={() => void session.logout()} className={wayOutLook}>
        {shell.logout}
      </button>
    </p>
  );
}
