// Copies a text to the clipboard and confirms it.
import { useEffect, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { useTexts } from './texts/shown-texts.ts';

const shownMs = 2_000;

/** `name`: the copied value with its article, for screen readers. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const { common } = useTexts();
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The clipboard is unavailable on an insecure page or when the browser denies the permission.
      setOutcome('failed');
    }
  }

  return (
    <span className="ml-1 inline-flex items-center gap-1 align-middle">
      <button
        type="button"
        aria-label={common.copy(name)}
        onClick={() => void copy()}
        className="rounded-card p-1 text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-3.5" />
      </button>
      <span role="status" className="text-xs text-muted">
        {outcome === 'copied' ? common.copied : outcome === 'failed' ? common.copyDenied : null}
      </span>
    </span>
  );
}
