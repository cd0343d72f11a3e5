// The navigation of a wide screen: all places with their counts, the account menu, and the ways out at the foot.
import { Link, useSearch } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useAdmin } from '../admin-context.tsx';
import { dashboardPath, keepSource, ordersPath, type Place, tabPath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { AccountMenu } from './account-menu.tsx';
import { ExitLinks } from './exit-links.tsx';
import { PlaceLink } from './place-link.tsx';
import { type Counts, places } from './places.ts';

/** A second address of a place: the plain list of orders, and the finances. */
export type SubPlace = 'plainList' | 'finances';

const subPlaces: Partial<Record<Place, { id: SubPlace; to: string }>> = {
  orders: { id: 'plainList', to: ordersPath },
  analytics: { id: 'finances', to: tabPath('finances') },
};

type SidebarProps = { current: Place; currentSub: SubPlace | null; counts: Counts; onSearch: () => void };

export function Sidebar({ current, currentSub, counts, onSearch }: SidebarProps) {
  const { store } = useAdmin();
  const { shell } = useTexts();
  const search = useSearch();
  return (
    <div className="sticky top-0 flex h-dvh flex-col gap-3 border-r border-hairline bg-sunken px-3 py-4 max-lg:hidden print:hidden">
      <nav aria-label={shell.landmark} className="flex min-h-0 flex-1 flex-col gap-3">
        <Link href={dashboardPath} className="flex items-center gap-2.5 rounded-card px-2.5 py-1">
          <Mark className="size-6 flex-none" />
          <span className="min-w-0">
            <span translate="no" className="block truncate font-bold tracking-tight">{`${store.name} `}</span>
            <span className="block text-xs text-muted">{shell.dashboard}</span>
          </span>
        </Link>
        <button
          type="button"
          title={shell.searchLabel}
          onClick={onSearch}
          className="flex min-h-[34px] flex-none items-center justify-between rounded-card border border-hairline bg-surface px-2.5 text-sm text-muted hover:border-edge"
        >
          <span className="flex items-center gap-2">
            <Icon name="search" />
            <span>{shell.search}</span>
          </span>
          <kbd className="rounded-[5px] border border-hairline px-1.5 font-sans text-xs font-semibold">Ctrl K</kbd>
        </button>
        <ul className="-mx-1 grid min-h-0 content-start gap-0.5 overflow-y-auto px-1 py-0.5">
          {places.map((place) => {
            const sub = subPlaces[place];
            const isCurrent = place === current && currentSub === null;
            return (
              <li key={place} className={classNames(startsGroup(place) && 'mt-3')}>
                <PlaceLink place={place} isCurrent={isCurrent} count={counts[place]} look="row" />
                {sub ? (
                  <Link
                    href={keepSource(sub.to, search)}
                    aria-current={place === current && currentSub === sub.id ? 'page' : undefined}
                    className="mt-0.5 flex min-h-7 items-center rounded-card pr-2.5 pl-[38px] text-xs font-semibold text-muted hover:bg-surface hover:text-ink aria-[current=page]:bg-surface aria-[current=page]:text-ink"
                  >
                    {shell[sub.id]}
                  </Link>
                ) : null}
              </li>
            );
          })}
        </ul>
      </nav>
      {store.sandbox ? <p className="px-2.5 text-xs text-muted">{shell.sandbox}</p> : null}
      <AccountMenu />
      <ExitLinks className="-mx-1 justify-between" />
    </div>
  );
}

function startsGroup(place: Place): boolean {
  return place === 'analytics' || place === 'security';
}
