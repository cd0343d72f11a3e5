// The three steps of a purchase.

import { type PageData, pathOf } from '../../contract/pages.ts';
import { classNames } from '../ui/class-names.ts';
import { type Catalogue, textsFor } from './texts/catalogue.ts';

type StepsProps = { steps: Catalogue['steps']; heading?: 'h2' | 'h3'; className?: string };

/** Under the steps of a purchase. */
export function SampleLink({ data }: { data: PageData }) {
  return (
    <p className="mt-6">
      <a href={pathOf('sample', data.lang)} className="font-medium underline hover:text-accent-ink">
        {textsFor(data).about.seeSample}
      </a>
    </p>
  );
}

export function Steps({ steps, heading: Heading = 'h3', className }: StepsProps) {
  return (
    <ol className={classNames('grid gap-8 sm:grid-cols-3', className)}>
      {steps.map(({ title, text }, index) => (
        <li key={title} className="border-t-2 border-ink pt-4">
          <p aria-hidden="true" className="text-sm font-semibold text-muted tabular-nums">
            {index + 1}
          </p>
          <Heading className="mt-1 text-lg font-bold">{title}</Heading>
          <p className="mt-1.5 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}
