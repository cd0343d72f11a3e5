// A bar on every page for an admin with a second factor and no backup codes: a lost passkey would lock them out.
import { Link } from 'wouter';
import { useSessionState } from '../admin-context.tsx';
import { settingsPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function BackupCodesNotice() {
  const { shell } = useTexts();
  const { backupCodes } = useSessionState();
  if (backupCodes !== 0) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap justify-center gap-x-2 bg-yellow-soft px-4 py-1.5 text-center text-sm text-yellow-ink print:hidden"
    >
      <span>{shell.noBackupCodes}</span>
      <Link href={`${settingsPath}#sign-in`} className="font-semibold whitespace-nowrap underline">
        {shell.makeBackupCodes}
      </Link>
    </p>
  );
}
