// Toasts: a title and a sentence, read by screen readers. They disappear after a delay, but stay while hovered or
// focused. On a phone they appear at the screen edge opposite to the last interaction.
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { LineIcon } from './icon.tsx';
import { moreIconPaths } from './more-icons.ts';

export type ToastTone = 'plain' | 'success' | 'error';
/** `act`: a follow-up action such as undo. It disappears with the toast. */
export type ToastNotice = {
  /** A newer toast with the same ID replaces the older one. */
  id?: string;
  title: ReactNode;
  description?: ReactNode;
  tone?: ToastTone;
  act?: { label: string; run: () => void };
};
type Shown = ToastNotice & { key: number };

const shownMs = 6000;
const shownAtOnce = 3;
type Toasts = { show: (notice: ToastNotice) => void; end: (id: string) => void };
const ToastContext = createContext<Toasts | null>(null);

/** Shows a toast. Requires a ToastProvider. */
export function useToast(): Toasts['show'] {
  return useToasts().show;
}

/** Takes away the toast with this ID before its time is over. */
export function useEndToast(): Toasts['end'] {
  return useToasts().end;
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it.');
  return toasts;
}

type ToastProviderProps = { children: Elements; label?: string; closeLabel?: string };

export function ToastProvider({ children, label = 'Notices', closeLabel = 'Close notice' }: ToastProviderProps) {
  const [notices, setNotices] = useState<Shown[]>([]);
  const [above, setAbove] = useState(false);
  const lastKey = useRef(0);
  const pressedAt = usePressedAt();
  const dismiss = useCallback((key: number) => setNotices((all) => all.filter((one) => one.key !== key)), []);
  const show = useCallback(
    (notice: ToastNotice) => {
      lastKey.current += 1;
      const key = lastKey.current;
      setAbove(pressedAt() > window.innerHeight / 2);
      setNotices((all) => [...all.filter(({ id }) => !id || id !== notice.id), { ...notice, key }].slice(-shownAtOnce));
    },
    [pressedAt],
  );
  const end = useCallback((ended: string) => setNotices((all) => all.filter(({ id }) => id !== ended)), []);
  const toasts = useMemo(() => ({ show, end }), [show, end]);
  const cards = useMemo(() => notices.map((one) => ({ one, close: () => dismiss(one.key) })), [notices, dismiss]);
  return (
    <ToastContext value={toasts}>
      {children}
      <section
        aria-label={label}
        aria-live="polite"
        className={classNames(
          'pointer-events-none fixed inset-x-0 bottom-0 z-50 ml-auto flex w-full max-w-[420px] flex-col gap-2 p-4',
          above && 'max-sm:top-0 max-sm:bottom-auto',
        )}
      >
        {cards.map(({ one, close }) => (
          <Toast key={one.key} notice={one} closeLabel={closeLabel} onClose={close} />
        ))}
      </section>
    </ToastContext>
  );
}

/** The vertical position of the last interaction: the focused element, or the last pointer press. */
function usePressedAt(): () => number {
  const pressY = useRef(0);
  useEffect(() => {
    const note = (event: PointerEvent) => {
      pressY.current = event.clientY;
    };
    window.addEventListener('pointerdown', note, { passive: true });
    return () => window.removeEventListener('pointerdown', note);
  }, []);
  return useCallback(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return pressY.current;
    const { top, bottom } = focused.getBoundingClientRect();
    return (top + bottom) / 2;
  }, []);
}

function Toast({ notice, closeLabel, onClose }: { notice: Shown; closeLabel: string; onClose: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClose, shownMs);
    return () => clearTimeout(timer);
  }, [held, onClose]);
  const { tone = 'plain', act } = notice;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only delays the dismissal
    <div
      role={tone === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="toast-in pointer-events-auto flex items-start gap-[12px] rounded-card border border-hairline bg-surface p-[16px] shadow-card"
    >
      {tone === 'plain' ? null : (
        <LineIcon
          path={tone === 'success' ? moreIconPaths.check : moreIconPaths.warning}
          className={classNames('mt-0.5', tone === 'success' ? 'text-progress' : 'text-bad')}
        />
      )}
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">{notice.title}</p>
        {notice.description ? <p className="mt-0.5 text-sm text-muted">{notice.description}</p> : null}
        {act ? (
          <button
            type="button"
            onClick={() => {
              onClose();
              act.run();
            }}
            className="mt-1.5 text-sm font-semibold underline underline-offset-4"
          >
            {act.label}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label={closeLabel}
        className="-m-1.5 rounded-card p-1.5 text-muted hover:bg-sunken hover:text-ink"
      >
        <LineIcon path={moreIconPaths.close} />
      </button>
    </div>
  );
}
