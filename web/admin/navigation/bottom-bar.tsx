// The navigation of a phone: four places in a bar, all others and the account under "More".
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { layerOnDemand } from '../page-on-demand.tsx';
import type { Place } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { barLook, PlaceLink } from './place-link.tsx';
import { barPlaces, type Counts } from './places.ts';

const MoreSheet = layerOnDemand(() => import('./more-sheet.tsx'));

type BottomBarProps = { current: Place; counts: Counts; onSearch: () => void };

export function BottomBar({ current, counts, onSearch }: BottomBarProps) {
  const { shell } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const isUnderMore = !barPlaces.includes(current);
  return (
    <>
      <nav
        aria-label={shell.landmark}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-hairline bg-surface px-1 pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      >
        <ul className="mx-auto grid max-w-xl grid-cols-5">
          {barPlaces.map((place) => (
            <li key={place}>
              <PlaceLink place={place} isCurrent={place === current} count={counts[place]} look="bar" />
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-current={isUnderMore ? 'true' : undefined}
              onClick={() => setOpen(true)}
              className={barLook(isUnderMore)}
            >
              <Icon name="menu" className="size-5" />
              <span>{shell.more}</span>
              {counts.security ? <MoreMark label={counts.security.label} /> : null}
            </button>
          </li>
        </ul>
      </nav>
      {isOpen ? (
        <MoreSheet current={current} counts={counts} onSearch={onSearch} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** New alerts are under "More". */
function MoreMark({ label }: { label: string }) {
  return (
    <>
      <span aria-hidden="true" className="absolute top-1.5 left-[58%] size-2 rounded-full bg-bad" />
      <span className="sr-only">{`, ${label}`}</span>
    </>
  );
}
