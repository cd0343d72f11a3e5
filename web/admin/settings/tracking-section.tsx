// The rule that tells when My Orders requires a code.
import { type CodeRule, codeRules } from '../../../contract/tracking-settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { inputClassName } from '../../ui/input-class.ts';
import { Panel } from '../panel.tsx';
import { inputIdOf } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

const titles: Record<CodeRule, string> = { automatic: 'Automatic', always: 'Always', never: 'Never' };
const hints: Record<CodeRule, string> = {
  automatic: 'A live store with a mail server requires the code. Other stores work as with Never.',
  always: 'Without a mail server, only the browser that placed an order shows it.',
  never: 'Anyone who knows an email sees its orders of the last 90 days, with shortened links and without receipts.',
};

export function TrackingSection({ form }: { form: SettingsForm }) {
  const id = inputIdOf('tracking.ask_for_code');
  const { ask_for_code: rule } = form.draft.tracking;
  return (
    <Panel title="My Orders">
      <div className="py-1">
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          Ask for a code
        </label>
        <select
          id={id}
          value={rule}
          aria-describedby={`${id}-help`}
          onChange={({ target }) =>
            form.edit((copy) => {
              copy.tracking.ask_for_code = codeRules.find((one) => one === target.value) ?? rule;
            })
          }
          className={classNames(inputClassName, 'border-edge px-3 py-2 text-sm hover:border-ink')}
        >
          {codeRules.map((one) => (
            <option key={one} value={one}>
              {titles[one]}
            </option>
          ))}
        </select>
        <p id={`${id}-help`} className="mt-1.5 max-w-prose text-sm text-muted">
          Buyers enter their email and a mailed code to see their orders. {hints[rule]}
        </p>
      </div>
    </Panel>
  );
}
