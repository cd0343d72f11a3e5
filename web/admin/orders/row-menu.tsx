// The menu of a row. It is fixed to the window, because a scrolling table would cut it off.
import { useEffect, useId, useRef, useState } from 'react';
import type { Elements } from '../../ui/elements.ts';

type Place = { top: number; right: number } | { bottom: number; right: number };

/** Height that the menu needs below its button; with less it opens upwards. */
const roomPx = 400;

type RowMenuProps = {
  label: string;
  /** `closeAnd`: the listener of a button that closes the menu before it acts. */
  children: (closeAnd: (act: () => void) => () => void) => Elements;
};

export function RowMenu({ label, children }: RowMenuProps) {
  const [place, setPlace] = useState<Place | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menuId = useId();
  const isOpen = place !== null;
  /** The focus returns to the button: what was chosen is gone with the menu. */
  const closeAnd = (act: () => void) => () => {
    setPlace(null);
    button.current?.focus();
    act();
  };

  useEffect(() => {
    if (!isOpen) return;
    const shut = ({ target }: Event) => {
      if (!(target instanceof Node && whole.current?.contains(target))) setPlace(null);
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setPlace(null);
      button.current?.focus();
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener('keydown', closeByKey, { signal });
    document.addEventListener('pointerdown', shut, { signal });
    document.addEventListener('focusin', shut, { signal });
    document.addEventListener('scroll', shut, { signal, capture: true });
    window.addEventListener('resize', shut, { signal });
    return () => listeners.abort();
  }, [isOpen]);

  return (
    <div ref={whole} data-menu={isOpen || undefined}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setPlace(isOpen || !button.current ? null : placeBeside(button.current))}
        className="inline-flex min-h-8 min-w-8 items-center justify-center rounded-card text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-w-11"
      >
        <span aria-hidden="true" className="text-lg leading-none">
          {'\u22ef'}
        </span>
      </button>
      {place ? (
        <fieldset
          id={menuId}
          aria-label={label}
          style={place}
          className="fixed z-40 grid max-h-[min(26rem,80dvh)] w-60 cursor-default overflow-y-auto overscroll-contain gap-2 rounded-card border border-hairline bg-surface p-3 text-left whitespace-normal shadow-card"
        >
          {children(closeAnd)}
        </fieldset>
      ) : null}
    </div>
  );
}

function placeBeside(button: HTMLElement): Place {
  const box = button.getBoundingClientRect();
  const right = Math.max(8, document.documentElement.clientWidth - box.right);
  return window.innerHeight - box.bottom < roomPx
    ? { bottom: window.innerHeight - box.top + 4, right }
    : { top: box.bottom + 4, right };
}
