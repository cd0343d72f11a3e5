// Shown to an admin without two-factor authentication when the store requires it: the reason, the setup and sign-out.
import { Button } from '../../ui/button.tsx';
import { useAdmin } from '../admin-context.tsx';
import { usePageTitle } from '../shell.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { SignInSection } from './sign-in-section.tsx';

export default function SetUpPage() {
  const { shell } = useTexts();
  const { account } = useSetupTexts();
  usePageTitle(account.setUp);
  const { session, store } = useAdmin();
  return (
    <>
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex max-w-2xl items-center justify-between gap-3 px-4 py-2 sm:px-6">
          <span className="truncate font-bold tracking-tight">{shell.title(store.name)}</span>
          <Button variant="quiet" size="sm" onClick={() => void session.logout()}>
            {shell.logout}
          </Button>
        </div>
      </header>
      <main id="content" className="mx-auto grid max-w-2xl gap-4 px-4 py-6 sm:px-6">
        <div>
          <h1 className="text-xl font-semibold">{account.setUp}</h1>
          <p className="mt-2 max-w-prose text-sm text-muted">{account.setUpHelp}</p>
        </div>
        <SignInSection />
      </main>
    </>
  );
}
