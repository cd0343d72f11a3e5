// The two steps of the checkout, as a list.
import { classNames } from '../../ui/class-names.ts';
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';
import type { CheckoutTexts } from './checkout-texts.ts';

type CheckoutStepsProps = { texts: CheckoutTexts['texts']; current: 'details' | 'payment' };

export function CheckoutSteps({ texts, current }: CheckoutStepsProps) {
  const isPaying = current === 'payment';
  return (
    <ol
      // biome-ignore lint/a11y/noRedundantRoles: Safari drops the semantics of a list without markers
      role="list"
      aria-label={texts.steps}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold"
    >
      <Step number={1} name={texts.details} isCurrent={!isPaying} isDone={isPaying} />
      <Step number={2} name={texts.payment} isCurrent={isPaying} isDone={false} />
    </ol>
  );
}

type StepProps = { number: number; name: string; isCurrent: boolean; isDone: boolean };

function Step({ number, name, isCurrent, isDone }: StepProps) {
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        'flex items-center gap-2',
        number > 1 && 'before:h-px before:w-6 before:bg-edge sm:before:w-10',
        !isCurrent && 'text-muted',
      )}
    >
      <span
        className={classNames(
          'grid size-[1.75rem] shrink-0 place-items-center rounded-full text-sm font-bold',
          isDone && 'bg-progress text-ground',
          isCurrent && 'bg-ink text-ground',
          !isDone && !isCurrent && 'border border-edge',
        )}
      >
        {isDone ? <LineIcon path={moreIconPaths.check} /> : null}
        <span className={isDone ? 'sr-only' : undefined}>{number}</span>
      </span>
      <span>{` ${name}`}</span>
    </li>
  );
}
