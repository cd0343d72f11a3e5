// The help text or the error under an input. An error has an icon, so that it does not depend on its color.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LineIcon } from './icon.tsx';
import { moreIconPaths } from './more-icons.ts';

export function FieldHelp({ id, isError, children }: { id: string; isError: boolean; children: ReactNode }) {
  return (
    <p id={id} className={classNames('mt-1.5 flex gap-1.5 text-sm', isError ? 'text-bad-ink' : 'text-muted')}>
      {isError ? <LineIcon path={moreIconPaths.warning} className="mt-0.5" /> : null}
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
