// The three steps of a purchase (ABOUT-1..3).
import { classNames } from '../ui/class-names.ts';

const steps = [
  { title: 'Select a package', text: 'Choose likes or views, and how many. The price is shown at once and is final.' },
  { title: 'Add your post URL', text: 'Paste the link of your post, or up to five of them. Your account stays yours.' },
  { title: 'Complete your order', text: 'Pay by card on the same page. Then follow the delivery by e-mail address.' },
];

export function Steps({ heading: Heading = 'h3', className }: { heading?: 'h2' | 'h3'; className?: string }) {
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
