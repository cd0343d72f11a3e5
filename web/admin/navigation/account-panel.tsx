// What the account menu shows: secondary pages, and how the admin looks.
import { useEffect } from 'react';
import { useTexts } from '../texts/shown-texts.ts';
import { DeviceLink, SecondaryLinks } from './account-links.tsx';
import { DisplayChoices } from './display-choices.tsx';

/** `onShown`: with true once it is there, and with false when it leaves. */
type AccountPanelProps = { id: string; onShown: (isShown: boolean) => void; onClose: () => void };

export default function AccountPanel({ id, onShown, onClose }: AccountPanelProps) {
  const { shell } = useTexts();
  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);
  return (
    <section
      id={id}
      aria-label={shell.account}
      className="absolute bottom-full left-0 z-40 mb-2 grid w-72 gap-4 rounded-card border border-hairline bg-surface p-4 shadow-card"
    >
      <SecondaryLinks places={['system', 'plainList', 'session']} onClick={onClose} />
      <DisplayChoices />
      <DeviceLink onClick={onClose} />
    </section>
  );
}
