// Steps to the previous and the next order of the list that led here.
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import { lookOf } from '../../ui/link-button.tsx';
import { formatCount } from '../amounts.ts';
import { useTexts } from '../texts/shown-texts.ts';
import type { Queue } from './use-queue.ts';

export function QueueSteps({ queue: { at, total, before, after } }: { queue: Queue }) {
  const { orderPage, orderPanel } = useTexts();
  return (
    <span className="flex items-center gap-1">
      {at !== null && total !== null ? (
        <span className="mr-1 text-sm text-muted tabular-nums max-sm:sr-only">
          {orderPage.position(formatCount(at), formatCount(total))}
        </span>
      ) : null}
      <Step to={before} label={orderPanel.previous} isUp />
      <Step to={after} label={orderPanel.next} />
    </span>
  );
}

function Step({ to, label, isUp }: { to: string | null; label: string; isUp?: boolean }) {
  const icon = <Icon name="chevronDown" className={isUp ? 'rotate-180' : undefined} />;
  if (to === null) {
    return (
      <Button size="sm" className="px-2!" aria-label={label} title={label} disabled>
        {icon}
      </Button>
    );
  }
  return (
    <Link href={to} replace aria-label={label} title={label} className={classNames(lookOf({ size: 'sm' }), 'px-2!')}>
      {icon}
    </Link>
  );
}
