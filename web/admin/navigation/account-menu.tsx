// The account menu: who is signed in, and how the admin looks. Escape and a press outside close it.
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useSessionState } from '../admin-context.tsx';
import { layerOnDemand } from '../page-on-demand.tsx';
import { useTexts } from '../texts/shown-texts.ts';

const AccountPanel = layerOnDemand(() => import('./account-panel.tsx'));

export function AccountMenu() {
  const { user } = useSessionState();
  const { shell } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [isShown, setShown] = useState(false);
  const menuId = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('focusin', onPress);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('focusin', onPress);
    };
  }, [isOpen]);

  return (
    <div ref={whole} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isShown ? menuId : undefined}
        aria-label={`${shell.account}: ${user?.email ?? ''}`}
        title={user?.email}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-[34px] w-full items-center gap-2.5 rounded-card px-2.5 text-sm font-semibold text-muted hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
      >
        <Icon name="user" className="size-[18px] flex-none" />
        <span className="truncate">{user?.email}</span>
        <Icon name="chevronDown" className="ml-auto size-4 flex-none rotate-180" />
      </button>
      {isOpen ? <AccountPanel id={menuId} onShown={setShown} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
