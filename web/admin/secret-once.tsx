// A secret that is shown once, with a copy button. It is gone after the dialog closes.
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from './copy-button.tsx';
import { useSetupTexts } from './texts/shown-texts.ts';

type SecretOnceProps = { name: string; secret: string; children: ReactNode; onClose: () => void };

export function SecretOnce({ name, secret, children, onClose }: SecretOnceProps) {
  const { life } = useSetupTexts();
  return (
    <div className="mt-2 grid gap-4 text-sm">
      <p>{children}</p>
      <p className="flex items-center justify-between gap-2 rounded-card bg-sunken px-3 py-2.5">
        <code className="min-w-0 break-all">{secret}</code>
        <CopyButton name={name} text={secret} />
      </p>
      <div className="flex justify-end">
        <Button size="sm" variant="primary" onClick={onClose}>
          {life.done}
        </Button>
      </div>
    </div>
  );
}
