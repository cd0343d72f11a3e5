// The code that opens all details of the orders: requested, mailed, entered.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { ClientIslandProps } from './client-props.ts';

/** offered: the buyer may request a code. sent: the store requires one, so it is requested at once. */
export type OfferedCode = 'offered' | 'sent' | false;

type CodeFormProps = ClientIslandProps & {
  api: Pick<Api, 'call'>;
  email: string;
  isSent: boolean;
  /** Receives the token that proves the address. */
  onProof: (token: string) => void;
};

type Step = 'offered' | 'sending' | 'sent' | 'failed';

/** The last address that a code was requested for on this page: another search for it sends no other code. */
let requestedFor: string | null = null;

export function CodeForm({ lang, texts: { code: texts }, api, email, isSent, onProof }: CodeFormProps) {
  const [step, setStep] = useState<Step>(isSent ? 'sent' : 'offered');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isProving, setProving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wasPressed = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address, by the key of the component.
  useEffect(() => {
    if (isSent && requestedFor !== email) request();
  }, []);

  useEffect(() => {
    // The pressed button is gone. Without a press the search field keeps the focus.
    if (step === 'sent' && wasPressed.current) field.current?.focus();
  }, [step]);

  async function request(): Promise<void> {
    requestedFor = email;
    const call = api.call('POST /api/orders/track-code', { body: { email, language: lang } });
    const isDone = await call.then(
      () => true,
      () => false,
    );
    if (!isDone) requestedFor = null;
    setStep(isDone ? 'sent' : 'failed');
  }

  async function onRequest(): Promise<void> {
    setProblem(null);
    setTyped('');
    setStep('sending');
    wasPressed.current = true;
    await request();
  }

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isProving || typed.trim() === '') return field.current?.focus();
    setProving(true);
    setProblem(null);
    try {
      const { token } = await api.call('POST /api/orders/track-proof', { body: { email, code: typed.trim() } });
      onProof(token);
    } catch (error) {
      setProving(false);
      setProblem(error instanceof ApiError && error.status === 403 ? texts.wrong : texts.unproved);
      field.current?.focus();
    }
  }

  if (step !== 'sent') {
    return (
      <div className="mb-6">
        <Button wide onClick={onRequest} waiting={step === 'sending'}>
          {texts.offer}
        </Button>
        {step === 'failed' ? (
          <p role="alert" className="mt-1.5 text-sm text-red-ink">
            {texts.failed}
          </p>
        ) : null}
      </div>
    );
  }
  return (
    <form
      noValidate
      method="post"
      onSubmit={onSubmit}
      className="mb-6 rounded-card border border-hairline bg-surface p-4"
    >
      <p className="mb-4 font-semibold">{texts.sent}</p>
      <Field
        ref={field}
        label={texts.label}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
        action={
          <Button type="submit" variant="primary" waiting={isProving}>
            {texts.show}
          </Button>
        }
      />
      <Button variant="quiet" className="mt-3" onClick={onRequest}>
        {texts.another}
      </Button>
    </form>
  );
}
