// The pause of the checkout, and the limits of declined cards.
import {
  type DeclineScope,
  type DeclineWindow,
  declineScopes,
  declineScopeTitles,
  declineWindowNames,
  declineWindowTitles,
} from '../../../contract/card-testing.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCheckoutPause } from '../checkout-pause.ts';
import { Panel } from '../panel.tsx';
import { Line } from './inputs.tsx';
import type { SettingsForm } from './settings-form.ts';

export function CardTestingSection({ form }: { form: SettingsForm }) {
  return (
    <Panel title="Card testing">
      <div className="grid gap-5 py-1">
        <CheckoutPause isPaused={form.saved.settings.checkout_paused} />
        <p className="max-w-prose text-sm text-muted">
          New payments wait once this many cards were declined, until the oldest decline leaves the time. Leave a limit
          empty to switch it off. For buyers who paid in the last 90 days, only the limit of their email counts.
        </p>
        {declineScopes.map((scope) => (
          <fieldset key={scope}>
            <legend className="text-sm font-semibold">{declineScopeTitles[scope]}</legend>
            <p className="text-sm text-muted">{scopeHints[scope]}</p>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              {declineWindowNames.map((window) => (
                <LimitLine key={window} form={form} scope={scope} window={window} />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </Panel>
  );
}

const scopeHints: Record<DeclineScope, string> = {
  address: 'An IPv4 address, or the /64 of an IPv6 address.',
  network: 'The /24 of an IPv4 address, or the /48 of an IPv6 address.',
  email: 'The email of the order.',
  all: 'All buyers together.',
};

function LimitLine({ form, scope, window }: { form: SettingsForm; scope: DeclineScope; window: DeclineWindow }) {
  return (
    <Line
      form={form}
      path={`card_testing.${scope}.${window}`}
      label={`Declined cards ${declineWindowTitles[window]}`}
      inputMode="numeric"
      placeholder="No limit"
      value={form.draft.card_testing[scope][window]}
      onChange={({ target }) =>
        form.edit((copy) => {
          copy.card_testing[scope][window] = target.value;
        })
      }
    />
  );
}

function CheckoutPause({ isPaused }: { isPaused: boolean }) {
  const toast = useToast();
  const pause = useCheckoutPause({
    onDone: (paused) => toast({ title: paused ? 'Checkout paused' : 'Checkout open', tone: 'success' }),
    onError: () => toast({ title: 'Failed to change the checkout', tone: 'error' }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
        <strong className="font-semibold">{isPaused ? 'The checkout is paused.' : 'The checkout is open.'}</strong>{' '}
        {isPaused
          ? 'Nobody can order or pay. Payments that were begun still count.'
          : 'A pause refuses new orders and payments, and the page says so.'}
      </p>
      <Button
        variant={isPaused ? 'primary' : 'danger'}
        size="sm"
        waiting={pause.isPending}
        onClick={() => pause.mutate(!isPaused)}
      >
        {isPaused ? 'Open the checkout' : 'Pause the checkout'}
      </Button>
    </div>
  );
}
