// A link of the navigation with its count. The count describes the link, so that its name stays the name of the place.
import { useId } from 'react';
import { Link, useSearch } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { keepSource, type Place, placePath } from '../paths.ts';
import { useTexts } from '../texts/shown-texts.ts';
import { type Count, placeIcons } from './places.ts';

type PlaceLinkProps = {
  place: Place;
  isCurrent: boolean;
  count: Count | undefined;
  /** row: icon beside the name. bar: icon above it, as in the bottom bar. */
  look: 'row' | 'bar';
  onClick?: () => void;
};

export function PlaceLink({ place, isCurrent, count, look, onClick }: PlaceLinkProps) {
  const { navigation } = useTexts();
  const countId = useId();
  const search = useSearch();
  return (
    <>
      <Link
        href={keepSource(placePath(place), search)}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count ? countId : undefined}
        onClick={onClick}
        className={look === 'row' ? rowLook(isCurrent) : barLook(isCurrent)}
      >
        <Icon name={placeIcons[place]} className={look === 'row' ? 'size-[18px]' : 'size-5'} />
        <span>{navigation[place]}</span>
        {count ? <CountBadge count={count} look={look} /> : null}
      </Link>
      {count ? (
        <span id={countId} hidden>
          {count.label}
        </span>
      ) : null}
    </>
  );
}

function CountBadge({ count, look }: { count: Count; look: 'row' | 'bar' }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'rounded-full text-center text-xs leading-5 font-bold tabular-nums',
        look === 'row' ? 'ml-auto min-w-6 px-1.5' : 'absolute top-0.5 left-[54%] min-w-5 px-1',
        { toSend: 'bg-brand text-on-brand', alert: 'bg-bad text-ground', plain: 'bg-grey-soft text-grey-ink' }[
          count.look
        ],
      )}
    >
      {count.text}
    </span>
  );
}

export function rowLook(isCurrent: boolean): string {
  return classNames(
    'flex min-h-[34px] items-center gap-2.5 rounded-card px-2.5 text-sm font-semibold pointer-coarse:min-h-11',
    isCurrent ? 'bg-surface text-ink shadow-[0_1px_2px_var(--shade)]' : 'text-muted hover:bg-surface hover:text-ink',
  );
}

export function barLook(isCurrent: boolean): string {
  return classNames(
    'relative grid h-[52px] w-full content-center justify-items-center gap-0.5 text-xs font-semibold -outline-offset-2',
    isCurrent ? 'text-ink' : 'text-muted',
  );
}
