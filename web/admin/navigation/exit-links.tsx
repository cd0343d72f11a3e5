// The links to the store, and sign-out.
import { classNames } from '../../ui/class-names.ts';
import { useAdmin } from '../admin-context.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const exitLinkLook =
  'inline-flex min-h-8 items-center rounded-card px-2 text-xs font-semibold hover:bg-surface pointer-coarse:min-h-11';

/** View Site, Exit Admin and Logout. Links to public pages cause full page loads: each page has its own Content-Security-Policy. */
export function ExitLinks({ className }: { className?: string }) {
  const { session } = useAdmin();
  const { shell } = useTexts();
  return (
    <p className={classNames('flex flex-wrap gap-x-1', className)}>
      <a href="/" className={exitLinkLook}>
        {shell.viewSite}
      </a>
      <a href="/" className={exitLinkLook}>
        {shell.exit}
      </a>
      <button type="button" onClick={() => void session.logout()} className={exitLinkLook}>
        {shell.logout}
      </button>
    </p>
  );
}
