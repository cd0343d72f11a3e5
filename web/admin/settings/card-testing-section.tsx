// The pause of the checkout, and the limits of declined cards.
import { useState } from 'react';
import { declineScopes, declineWindowNames } from '../../../contract/card-testing.ts';
import { fieldsOfSection, mayChangeSetting } from '../../../contract/setting-fields.ts';
import { Button } from '../../ui/button.tsx';
import { useSessionState } from '../admin-context.tsx';
import { usePauseCheckout } from '../checkout-pause.ts';
import PauseQuestion from '../pause-question.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { SettingField } from './setting-field.tsx';
import type { SettingsForm } from './settings-form.ts';
import { SettingsPanel } from './settings-panel.tsx';

const others = fieldsOfSection('card-testing').filter((path) => !path.startsWith('card_testing.'));

export function CardTestingSection({ form }: { form: SettingsForm }) {
  const { cardTesting: texts, declineScopes: names, sessions } = useSetupTexts();
  const { access } = useSessionState();
  const isOwner = mayChangeSetting(access, 'card_testing');
  return (
    <SettingsPanel id="card-testing">
      <div className="grid gap-5 py-1">
        <CheckoutPause isPaused={form.saved.settings.checkout_paused} />
        <p className="max-w-prose text-sm text-muted">{`${texts.help}${isOwner ? '' : ` ${sessions.ownerOnly}`}`}</p>
        {declineScopes.map((scope) => (
          <fieldset key={scope}>
            <legend className="text-sm font-semibold">{names[scope]}</legend>
            <p className="text-sm text-muted">{texts.hints[scope]}</p>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              {declineWindowNames.map((window) => (
                <SettingField key={window} form={form} path={`card_testing.${scope}.${window}`} />
              ))}
            </div>
          </fieldset>
        ))}
        {others.map((path) => (
          <SettingField key={path} form={form} path={path} />
        ))}
      </div>
    </SettingsPanel>
  );
}

function CheckoutPause({ isPaused }: { isPaused: boolean }) {
  const { cardTesting: texts } = useSetupTexts();
  const [isAsking, setAsking] = useState(false);
  const pause = usePauseCheckout({
    onDone: () => setAsking(false),
    done: (_answer, paused) => ({ title: paused ? texts.paused : texts.opened }),
    failed: () => ({ title: texts.failed }),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
        <strong className="font-semibold">{isPaused ? texts.isPaused : texts.isOpen}</strong>
        <span>{` ${isPaused ? texts.pausedHelp : texts.openHelp}`}</span>
      </p>
      <Button
        variant={isPaused ? 'primary' : 'danger'}
        size="sm"
        waiting={pause.isPending}
        onClick={() => (isPaused ? pause.run(false) : setAsking(true))}
      >
        {isPaused ? texts.open : texts.pause}
      </Button>
      {isAsking ? (
        <PauseQuestion kind="checkout" act={pause} onConfirm={() => pause.run(true)} onClose={() => setAsking(false)} />
      ) : null}
    </div>
  );
}
