// What the bar of a phone has under "More": all other places, the account, and how the admin looks.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useSessionState } from '../admin-context.tsx';
import type { Place } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { DeviceLink, SecondaryLinks } from './account-links.tsx';
import { DisplayChoices } from './display-choices.tsx';
import { ExitLinks } from './exit-links.tsx';
import { PlaceLink } from './place-link.tsx';
import { type Counts, morePlaces } from './places.ts';

type MoreSheetProps = { current: Place; counts: Counts; onSearch: () => void; onClose: () => void };

export default function MoreSheet({ current, counts, onSearch, onClose }: MoreSheetProps) {
  const { shell, common } = useTexts();
  const { user } = useSessionState();
  return (
    <Dialog title={shell.more} onClose={onClose} look="sheet">
      <Button
        variant="plain"
        wide
        className="mt-3"
        icon={<Icon name="search" />}
        onClick={() => {
          onClose();
          onSearch();
        }}
      >
        {shell.search}
      </Button>
      <nav aria-label={shell.more} className="mt-3">
        <ul className="grid grid-cols-2 gap-1">
          {morePlaces.map((place) => (
            <li key={place}>
              <PlaceLink
                place={place}
                isCurrent={place === current}
                count={counts[place]}
                look="row"
                onClick={onClose}
              />
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-4 grid gap-4 border-t border-hairline pt-4">
        <p className="truncate text-sm text-muted">{user?.email}</p>
        <SecondaryLinks places={['plainList', 'finances', 'system']} onClick={onClose} />
        <DisplayChoices />
        <DeviceLink onClick={onClose} />
        <ExitLinks className="-mx-2 justify-between" />
        <Button wide onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
