// The links of the account menu and of "More": secondary pages, and notifications of this device.
import { Link, useSearch } from 'wouter';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { keepSource, ordersPath, systemPath, tabPath, thisDevicePath } from '../paths.ts';
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
  const search = useSearch();
  return (
    <ul className="-mx-2">
      {places.map((place) => (
        <li key={place}>
          <Link
            href={keepSource(secondaryPages[place].to, search)}
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
