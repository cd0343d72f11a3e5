// The account menu: who is signed in, and how the admin looks. Escape and a press outside close it.
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useSessionState } from '../admin-context.tsx';
import { useTexts } from '../texts/shown-texts.ts';
import { DeviceLink, SecondaryLinks } from './account-links.tsx';
import { DisplayChoices } from './display-choices.tsx';

export function AccountMenu() {
  const { user } = useSessionState();
  const { shell } = useTexts();
  const [isOpen, setOpen] = useState(false);
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
        aria-controls={isOpen ? menuId : undefined}
        aria-label={`${shell.account}: ${user?.email ?? ''}`}
        title={user?.email}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-[34px] w-full items-center gap-2.5 rounded-card px-2.5 text-sm font-semibold text-muted hover:bg-surface hover:text-ink pointer-coarse:min-h-11"
      >
        <Icon name="user" className="size-[18px] flex-none" />
        <span className="truncate">{user?.email}</span>
        <Icon name="chevronDown" className="ml-auto size-4 flex-none rotate-180" />
      </button>
      {isOpen ? (
        <section
          id={menuId}
          aria-label={shell.account}
          className="absolute bottom-full left-0 z-40 mb-2 grid w-72 gap-4 rounded-card border border-hairline bg-surface p-4 shadow-card"
        >
          <SecondaryLinks places={['system', 'plainList', 'session']} onClick={() => setOpen(false)} />
          <DisplayChoices />
          <DeviceLink onClick={() => setOpen(false)} />
        </section>
      ) : null}
    </div>
  );
}
