// The card of the result page: icon, heading, and content.
import { useEffect, useRef } from 'react';
import type { PaymentState } from '../../../contract/order-progress.ts';
import { classNames } from '../../ui/class-names.ts';
import type { Elements } from '../../ui/elements.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { OrderView } from './order-view.ts';

export type Sign = 'busy' | 'search' | 'done' | 'info' | 'warning' | 'failed';

const signs: Record<Exclude<Sign, 'busy'>, { icon: keyof typeof moreIconPaths; colours: string }> = {
  search: { icon: 'search', colours: 'bg-sunken text-muted' },
  done: { icon: 'check', colours: 'bg-green-soft text-green-ink' },
  info: { icon: 'info', colours: 'bg-yellow-soft text-yellow-ink' },
  warning: { icon: 'warning', colours: 'bg-orange-soft text-orange-ink' },
  failed: { icon: 'close', colours: 'bg-red-soft text-red-ink' },
};

type ResultCardProps = {
  /** One of the three specified views; neutral: no order. */
  view: OrderView | 'neutral';
  payment?: PaymentState;
  sign: Sign;
  title: string;
  text: string;
  children: Elements;
};

export function ResultCard({ view, payment, sign, title, text, children }: ResultCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // After the payment form, the focus moves to the heading, unless another element already has it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section
      data-view={view}
      data-payment={payment}
      className="flex flex-col gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card sm:gap-6 sm:p-8"
    >
      <div aria-live="polite" className="text-center">
        <span
          className={classNames(
            'mx-auto grid size-10 place-items-center rounded-full text-xl sm:size-14 sm:text-2xl',
            sign === 'busy' ? 'bg-sunken text-muted' : signs[sign].colours,
          )}
        >
          {sign === 'busy' ? <Spinner /> : <LineIcon path={moreIconPaths[signs[sign].icon]} />}
        </span>
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-2xl font-extrabold text-balance outline-none sm:mt-4">
          {title}
        </h1>
        <p className="mt-2 text-balance text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}
