// The link to the System page, in the account menu and under "More".
import { Link } from 'wouter';
import { Icon } from '../../ui/icons.tsx';
import { systemPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function SystemLink({ onClick }: { onClick: () => void }) {
  const { shell } = useTexts();
  return (
    <Link
      href={systemPath}
      onClick={onClick}
      className="-mx-2 flex min-h-[34px] items-center gap-2.5 rounded-card px-2 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
    >
      <Icon name="chart" className="size-[18px] flex-none" />
      <span>{shell.system}</span>
    </Link>
  );
}
