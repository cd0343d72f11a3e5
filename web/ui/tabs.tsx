// Tabs as links, so that each can open in a new window. Arrow keys move the focus, Enter opens. The tab panel sets its
// ID with `tabPanelId`.
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

export type Tab = {
  id: string;
  label: string;
  href: string;
  /** Hidden on a phone; its URL still works. */
  wideOnly?: boolean;
  /** A count with its label for screen readers. */
  badge?: { text: string; label: string };
};

type TabsProps = { label: string; tabs: readonly Tab[]; current: string; onSelect: (tab: Tab) => void };

export const tabPanelId = 'tab-panel';

export function Tabs({ label, tabs, current, onSelect }: TabsProps) {
  const row = useRef<HTMLDivElement>(null);
  useInSight(row, '[aria-selected=true]', [current, ...tabs.map(({ badge }) => badge?.text)].join(' '));

  function go(event: KeyboardEvent<HTMLDivElement>): void {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')].filter(isSeen);
    const at = document.activeElement instanceof HTMLElement ? all.indexOf(document.activeElement) : -1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    all[(to + all.length) % all.length]?.focus();
  }

  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      onKeyDown={go}
      className="relative mb-5 flex gap-1 overflow-x-auto border-b border-hairline"
    >
      {tabs.map((tab) => (
        <a
          key={tab.id}
          id={`tab-${tab.id}`}
          role="tab"
          href={tab.href}
          aria-selected={tab.id === current}
          aria-controls={tab.id === current ? tabPanelId : undefined}
          tabIndex={tab.id === current ? 0 : -1}
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            onSelect(tab);
          }}
          className={classNames(
            'flex min-h-10 items-center border-b-2 px-3 text-sm font-semibold whitespace-nowrap -outline-offset-2',
            tab.id === current ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-ink',
            tab.wideOnly && 'max-sm:hidden',
          )}
        >
          <span>{tab.label}</span>
          {tab.badge ? (
            <>
              <span
                aria-hidden="true"
                className="ml-1.5 min-w-5 rounded-full bg-red px-1.5 text-center text-xs leading-5 font-bold text-ground"
              >
                {tab.badge.text}
              </span>
              <span className="sr-only">{`, ${tab.badge.label}`}</span>
            </>
          ) : null}
        </a>
      ))}
    </div>
  );
}

function isSeen(tab: HTMLElement): boolean {
  return getComputedStyle(tab).display !== 'none';
}

function isPlain({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;
}

/** Part of the previous item stays visible, as a hint that the row scrolls. */
const aheadPx = 24;

/** `selector` finds the current item. It scrolls again when `shown` or the window width changes. */
function useInSight(row: RefObject<HTMLElement | null>, selector: string, shown: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` changes the current item or its width
  useEffect(() => {
    function bring(): void {
      const found = row.current?.querySelector(selector);
      if (row.current && found instanceof HTMLElement) row.current.scrollLeft = found.offsetLeft - aheadPx;
    }
    bring();
    window.addEventListener('resize', bring);
    return () => window.removeEventListener('resize', bring);
  }, [row, selector, shown]);
}
