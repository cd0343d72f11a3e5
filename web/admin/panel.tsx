// A box with a title, open or folded, and a list of labeled values for it.
import { type ReactNode, useId } from 'react';
import { Icon } from '../ui/icons.tsx';

type PanelProps = {
  title: string;
  /** Where it differs from the language around the panel. */
  lang?: string;
  children: ReactNode;
};

export function Panel({ title, lang, children }: PanelProps) {
  const titleId = useId();
  return (
    <section lang={lang} aria-labelledby={titleId} className="rounded-card border border-hairline bg-surface">
      <h2 id={titleId} className="border-b border-hairline px-4 py-3 text-base font-semibold sm:px-5">
        {title}
      </h2>
      <div className="px-4 py-3 sm:px-5">{children}</div>
    </section>
  );
}

/** Shows its contents once its title is pressed. */
export function FoldedPanel({ title, children }: Pick<PanelProps, 'title' | 'children'>) {
  return (
    <details className="group rounded-card border border-hairline bg-surface">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 px-4 py-3 sm:px-5">
        <h2 className="text-base font-semibold">{title}</h2>
        <Icon name="chevronDown" className="size-4 text-muted group-open:rotate-180" />
      </summary>
      <div className="border-t border-hairline px-4 py-3 sm:px-5">{children}</div>
    </details>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2.5 text-sm">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
