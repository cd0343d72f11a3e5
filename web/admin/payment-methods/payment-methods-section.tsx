// The payment methods: which are on, in which order, with which keys, and whether they work.
import { useState } from 'react';
import { methodTitles } from '../../../contract/gateways.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import { gatewayKeys } from '../../../contract/payment-method-rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icons.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { CopyButton } from '../copy-button.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Loaded } from '../kit/loaded.tsx';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { type ReadCall, useApi } from '../kit/use-api.ts';
import { Refusal } from '../refusal.tsx';
import { SettingsPanel } from '../settings/settings-panel.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { MethodDialog } from './method-dialog.tsx';
import { describeLimits, type GatewayMethod, hasKeys, type Method, methodInput, methodsCall } from './method-values.ts';
import { TransferDialog } from './transfer-dialog.tsx';

const renews: readonly ReadCall[] = [
  'GET /api/admin/launch',
  'GET /api/admin/setup',
  'GET /api/admin/system/checks',
  // Transfers change the defaults of some texts.
  'GET /api/admin/texts',
];

export function PaymentMethodsSection() {
  const { paymentMethods: texts } = useSetupTexts();
  const query = useApi(methodsCall, {});
  return (
    <SettingsPanel id="payment-methods" help={texts.help}>
      <Loaded query={query} failed={texts.failed} skeleton="h-48 w-full">
        {({ methods, webhook_url: webhookUrl, is_open: isOpen }) => (
          <>
            {isOpen ? null : (
              <p role="status" className="rounded-card bg-sunken px-3 py-2 font-medium">
                {texts.closed}
              </p>
            )}
            <ol className="grid gap-3">
              {methods.map((method, place) => (
                <MethodCard
                  key={method.method}
                  method={method}
                  webhookUrl={webhookUrl}
                  place={place}
                  count={methods.length}
                  isLastOn={methods.every((other) => !other.is_on || other === method)}
                />
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </SettingsPanel>
  );
}

type MethodCardProps = { method: Method; webhookUrl: string; place: number; count: number; isLastOn: boolean };

function MethodCard({ method, webhookUrl, place, count, isLastOn }: MethodCardProps) {
  const { paymentMethods: texts } = useSetupTexts();
  const [dialog, setDialog] = useState<'keys' | 'transfer' | 'settings' | 'off' | 'remove' | null>(null);
  const { method: name, is_on: isOn, keys } = method;
  const save = useAct('PUT /api/admin/payment-methods/{method}', {
    answers: methodsCall,
    renews,
    onDone: () => setDialog(null),
  });
  const removeKeys = useAct('DELETE /api/admin/payment-methods/{method}/keys', {
    answers: methodsCall,
    renews,
    onDone: () => setDialog(null),
    done: { title: texts.keysRemoved },
  });
  const test = useAct('POST /api/admin/payment-methods/{method}/test', { renews: [methodsCall] });
  const title = name === 'manual' ? texts.transfer.title : methodTitles[name];
  const ofGateway = hasKeys(method) ? method : null;
  const change = (input: Partial<ReturnType<typeof methodInput>> & { position?: number }) =>
    save.run({ params: { method: name }, body: { ...methodInput(method), ...input } });
  const isTested = method.test === 'passed';
  return (
    <li className="grid gap-3 rounded-card border border-hairline p-3">
      <div className="flex items-start justify-between gap-2">
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span>{title}</span>
          <State method={method} />
        </h3>
        <div className="-my-1.5 -mr-1.5 flex shrink-0">
          <MoveButton
            label={texts.up(title)}
            isUp
            disabled={place === 0 || save.isPending}
            onClick={() => change({ position: place - 1 })}
          />
          <MoveButton
            label={texts.down(title)}
            disabled={place === count - 1 || save.isPending}
            onClick={() => change({ position: place + 1 })}
          />
        </div>
      </div>
      <Facts method={method} webhookUrl={webhookUrl} />
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <Button size="sm" aria-label={`${texts.turnOff}: ${title}`} onClick={() => setDialog('off')}>
            {texts.turnOff}
          </Button>
        ) : (
          <Button
            size="sm"
            variant="primary"
            aria-label={`${texts.turnOn}: ${title}`}
            waiting={save.isPending}
            disabled={!isTested}
            onClick={() => change({ is_on: true })}
          >
            {texts.turnOn}
          </Button>
        )}
        {ofGateway && keys ? (
          <RunButton
            act={test}
            aria-label={texts.testNamed(title)}
            onClick={() => test.run({ params: { method: ofGateway.method } })}
          >
            {texts.test}
          </RunButton>
        ) : null}
        {ofGateway ? null : (
          <Button size="sm" aria-label={texts.transfer.open} onClick={() => setDialog('transfer')}>
            {texts.transfer.instructions}
          </Button>
        )}
        {!ofGateway || keys?.set_by === 'environment' ? null : (
          <Button size="sm" aria-label={texts.keysNamed(title)} onClick={() => setDialog('keys')}>
            {keys?.set_by === 'settings' ? texts.changeKeys : texts.enterKeys}
          </Button>
        )}
        <Button size="sm" aria-label={texts.settingsNamed(title)} onClick={() => setDialog('settings')}>
          {texts.settings}
        </Button>
        {keys?.set_by === 'settings' ? (
          <Button size="sm" variant="quiet" aria-label={texts.removeNamed(title)} onClick={() => setDialog('remove')}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      <TestOutcome
        test={test}
        hasKeys={keys !== null}
        isOn={isOn}
        isTested={isTested}
        isSandbox={keys?.set_by === 'sandbox'}
      />
      <Refusal>{dialog === null ? save.failure : null}</Refusal>
      {dialog === 'transfer' ? <TransferDialog renews={[methodsCall]} onClose={() => setDialog(null)} /> : null}
      {dialog === 'keys' && ofGateway ? (
        <KeysDialog method={ofGateway} renews={renews} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'settings' ? <MethodDialog method={method} onClose={() => setDialog(null)} /> : null}
      {dialog === 'off' ? (
        <ConfirmDialog
          title={texts.offTitle(title)}
          act={save}
          label={texts.turnOff}
          onConfirm={() => change({ is_on: false })}
          onClose={() => setDialog(null)}
        >
          {isLastOn ? texts.offLast : texts.offHelp}
        </ConfirmDialog>
      ) : null}
      {dialog === 'remove' && ofGateway ? (
        <ConfirmDialog
          title={texts.removeTitle(title)}
          act={removeKeys}
          label={texts.remove}
          onConfirm={() => removeKeys.run({ params: { method: ofGateway.method } })}
          onClose={() => setDialog(null)}
        >
          {texts.removeHelp}
        </ConfirmDialog>
      ) : null}
    </li>
  );
}

function State({ method: { is_on: isOn, is_healthy: isHealthy } }: { method: Method }) {
  const { paymentMethods: texts } = useSetupTexts();
  if (isOn && !isHealthy) return <Badge tone="red">{texts.silent}</Badge>;
  return isOn ? <Badge tone="green">{texts.on}</Badge> : <Badge tone="grey">{texts.off}</Badge>;
}

function MoveButton({
  label,
  isUp = false,
  disabled,
  onClick,
}: {
  label: string;
  isUp?: boolean;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      // A disabled button would lose the focus while the new order is saved.
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
      className="rounded-card p-2 text-muted hover:bg-sunken hover:text-ink aria-disabled:opacity-30 pointer-coarse:p-2.5"
    >
      <Icon name="chevronRight" className={isUp ? 'size-4 -rotate-90' : 'size-4 rotate-90'} />
    </button>
  );
}

function Facts({ method, webhookUrl }: { method: Method; webhookUrl: string }) {
  const { paymentMethods: texts } = useSetupTexts();
  const nowMs = useNow();
  const { keys, tested_at: testedAt, last_notification_at: notifiedAt } = method;
  return (
    <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {hasKeys(method) ? (
        <Fact term={texts.keys}>
          <Keys method={method} />
        </Fact>
      ) : (
        <Fact term={texts.transfer.instructions}>
          <span>{method.test === 'passed' ? texts.transfer.ready : texts.transfer.missing}</span>
        </Fact>
      )}
      {keys && method.test !== 'none' ? (
        <Fact term={texts.lastTest}>
          <span>{`${method.test === 'passed' ? texts.passed : texts.failedTest} `}</span>
          <RelativeTime at={testedAt} nowMs={nowMs} />
        </Fact>
      ) : null}
      {keys && keys.set_by !== 'sandbox' ? (
        <>
          <Fact term={texts.webhook}>
            <span className="break-all" translate="no">
              {webhookUrl}
            </span>
            <CopyButton text={webhookUrl} name={texts.theWebhook} />
          </Fact>
          <Fact term={texts.lastNotification}>
            {notifiedAt ? <RelativeTime at={notifiedAt} nowMs={nowMs} /> : <span>{texts.noNotification}</span>}
          </Fact>
        </>
      ) : null}
      <Fact term={texts.offeredTo}>
        <span>{describeLimits(method, texts)}</span>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: Elements }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Keys({ method: { method, keys } }: { method: GatewayMethod }) {
  const { paymentMethods: texts } = useSetupTexts();
  if (keys === null) return <span>{texts.noKeys}</span>;
  if (keys.set_by === 'sandbox') return <span>{texts.sandboxKeys}</span>;
  const values = Object.entries(keys.values).filter(([, value]) => value !== '');
  return (
    <>
      {keys.set_by === 'environment' ? <p>{texts.byEnvironment(gatewayKeys[method].variables.join(', '))}</p> : null}
      {keys.unreadable ? <p className="text-red-ink">{texts.unreadable}</p> : null}
      <ul>
        {values.map(([name, value]) => (
          <li key={name} className="break-all">
            <span>{`${texts.keyNames[name as keyof typeof texts.keyNames] ?? name}: `}</span>
            <code translate="no">{value}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

type TestOutcomeProps = {
  test: {
    answer: AnswerFor<'POST /api/admin/payment-methods/{method}/test'> | null | undefined;
    isPending: boolean;
    failure: string | null;
  };
  hasKeys: boolean;
  isOn: boolean;
  isTested: boolean;
  isSandbox: boolean;
};

function TestOutcome({ test: { answer, isPending, failure }, hasKeys, isOn, isTested, isSandbox }: TestOutcomeProps) {
  const { paymentMethods: texts } = useSetupTexts();
  return (
    <>
      <div role="status" className="max-w-prose break-words empty:hidden">
        {answer && !isPending ? (
          answer.problem === null ? (
            <p>{isSandbox ? texts.worksInSandbox : texts.works}</p>
          ) : (
            <p className="text-red-ink">
              <span className="font-semibold">{`${texts.testFailed} `}</span>
              <ServerText of={answer.problem_coded}>{answer.problem}</ServerText>
            </p>
          )
        ) : hasKeys && !isOn && !isTested ? (
          <p className="text-muted">{texts.testFirst}</p>
        ) : null}
      </div>
      <Refusal>{failure}</Refusal>
    </>
  );
}
