// The links of the account menu and of "More": secondary pages, notifications of this device, the store, and sign-out.
import { Link } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { useAdmin } from '../admin-context.tsx';
import { ordersPath, systemPath, tabPath, thisDevicePath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';

export function DeviceLink({ onClick }: { onClick: () => void }) {
  const { shell } = useTexts();
  return (
    <Link
      href={thisDevicePath}
      onClick={onClick}
      className="flex min-h-9 items-center gap-2 text-sm font-semibold hover:underline pointer-coarse:min-h-11"
    >
      <Icon name="bell" />
      <span>{shell.deviceNotifications}</span>
    </Link>
  );
}

type SecondaryPage = 'system' | 'plainList' | 'finances' | 'session';

const secondaryPages: Record<SecondaryPage, { to: string; icon: IconName }> = {
  system: { to: systemPath, icon: 'chart' },
  plainList: { to: ordersPath, icon: 'list' },
  finances: { to: tabPath('finances'), icon: 'chart' },
  session: { to: tabPath('session'), icon: 'clock' },
};

/** Links to pages that are missing in the main navigation, or in the one of small screens. */
export function SecondaryLinks({ places, onClick }: { places: readonly SecondaryPage[]; onClick: () => void }) {
  const { shell, navigation } = useTexts();
  return (
    <ul className="-mx-2">
      {places.map((place) => (
        <li key={place}>
          <Link
            href={secondaryPages[place].to}
            onClick={onClick}
            className="flex min-h-[34px] items-center gap-2.5 rounded-card px-2 text-sm font-semibold text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
          >
            <Icon name={secondaryPages[place].icon} className="size-[18px] flex-none" />
            <span>{place === 'session' ? navigation.session : shell[place]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

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
