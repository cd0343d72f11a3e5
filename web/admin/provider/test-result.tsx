// The result of a manual provider test, with the request parameters when they help.
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Ended } from './use-test.ts';

const looks = {
  good: { look: 'border-green bg-green-soft text-green-ink', icon: 'check' },
  bad: { look: 'border-red bg-red-soft text-red-ink', icon: 'warning' },
  neutral: { look: 'border-edge bg-sunken text-ink', icon: 'info' },
} as const;

export function TestResult({ end }: { end: Ended }) {
  const { look, icon } = looks[end.tone];
  return (
    <div data-tone={end.tone} className={classNames('flex gap-3 rounded-card border px-4 py-3 text-sm', look)}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">{end.title}</p>
        <p>{end.words}</p>
        {end.showsParameters ? (
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {end.parameters.map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="break-all">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </div>
  );
}
