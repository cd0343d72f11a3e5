// Asks for a recent proof by any factor of the admin. The API client repeats the call that waits for it.
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Factor } from '../../../contract/auth.ts';
import { ApiError, NetworkError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { useAdmin, useSessionState } from '../admin-context.tsx';
import { DialogEnd } from '../dialog-end.tsx';
import { queryFailure } from '../query-client.ts';
import { Refusal } from '../refusal.tsx';
import { wordsOf } from '../texts/label.tsx';
import { shownTexts, useTexts } from '../texts/shown-texts.ts';

export default function StepUpDialog() {
  const { proof } = useAdmin();
  const texts = useTexts().signIn;
  const { factors, isPasswordOnly } = proof.question();
  const [factor, setFactor] = useState(factors[0] ?? 'password');
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef(0);

  async function prove(send: () => Promise<unknown>): Promise<void> {
    attempt.current += 1;
    const own = attempt.current;
    setWaiting(true);
    setFailure(null);
    try {
      await send();
      proof.end(true);
    } catch (error) {
      // The admin chose another factor in the meantime.
      if (own !== attempt.current) return;
      setFailure(failureOf(error));
      setWaiting(false);
    }
  }

  function change(to: Factor): void {
    attempt.current += 1;
    setFactor(to);
    setFailure(null);
    setWaiting(false);
  }

  // A browser waits minutes for a passkey that is not on this device: the other ways stay open.
  const isBusy = isWaiting && factor !== 'passkey';

  const form = { isWaiting, failure, prove };
  return (
    <Dialog title={texts.confirm[factor]} onClose={() => proof.end(false)} busy={isBusy}>
      <p className="mt-2 text-sm">{isPasswordOnly ? texts.confirmPasswordOnly : texts.confirmReason}</p>
      {factor === 'passkey' ? <PasskeyForm {...form} /> : <TypedForm key={factor} factor={factor} {...form} />}
      <div className="mt-3 grid gap-1">
        {factors.map((one) =>
          one === factor ? null : (
            <Button key={one} variant="quiet" wide disabled={isBusy} onClick={() => change(one)}>
              {texts.confirmOther[one]}
            </Button>
          ),
        )}
      </div>
      {factors.includes('password') ? null : <p className="mt-3 text-xs text-muted">{texts.allLost}</p>}
    </Dialog>
  );
}

type FormProps = {
  isWaiting: boolean;
  failure: string | null;
  prove: (send: () => Promise<unknown>) => Promise<void>;
};

function PasskeyForm({ isWaiting, failure, prove }: FormProps) {
  const { api, proof } = useAdmin();
  const texts = useTexts().signIn;
  const isGone = useRef(false);

  async function send(): Promise<void> {
    const optionsJSON = await api.call('POST /api/admin/step-up/passkey/options', {});
    const { startAuthentication } = await import('@simplewebauthn/browser');
    if (isGone.current) return Promise.reject(new DOMException('', 'AbortError'));
    const response = await startAuthentication({ optionsJSON });
    await api.call('POST /api/admin/step-up/passkey', { body: { response } });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isWaiting) void prove(send);
  }

  // The browser asks at once; the button is for a second try.
  const start = useEffectEvent(() => void prove(send));
  useEffect(() => {
    isGone.current = false;
    start();
    return () => {
      isGone.current = true;
      void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
    };
  }, []);

  return (
    <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
      <p>{texts.passkeyHelp}</p>
      <Refusal>{failure}</Refusal>
      <DialogEnd waiting={isWaiting} mayCancel onCancel={() => proof.end(false)}>
        {texts.continue}
      </DialogEnd>
    </form>
  );
}

function TypedForm({ factor, isWaiting, failure, prove }: FormProps & { factor: Exclude<Factor, 'passkey'> }) {
  const { api, proof } = useAdmin();
  const { user } = useSessionState();
  const texts = useTexts().signIn;
  const [typed, setTyped] = useState('');
  const isPassword = factor === 'password';
  const isBlank = isPassword ? typed === '' : typed.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWaiting || isBlank) return;
    const body = isPassword ? { password: typed } : { code: typed.trim() };
    void prove(() => api.call('POST /api/admin/step-up', { body }));
  }

  const field = { value: typed, error: failure, onChange: fieldChange(setTyped) };
  return (
    <form onSubmit={submit} className="mt-2 grid gap-4 text-sm">
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} />
      {isPassword ? (
        <Field
          label={texts.password}
          type="password"
          name="password"
          autoComplete="current-password"
          maxLength={1024}
          {...field}
        />
      ) : (
        <Field
          label={factor === 'code' ? texts.code : texts.backupCode}
          name="code"
          autoComplete={factor === 'code' ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          help={factor === 'code' ? texts.codeHelp : texts.backupCodeHelp}
          {...field}
        />
      )}
      <DialogEnd waiting={isWaiting} incomplete={isBlank} onCancel={() => proof.end(false)}>
        {texts.continue}
      </DialogEnd>
    </form>
  );
}

function fieldChange(set: (value: string) => void) {
  return (event: { target: { value: string } }) => set(event.target.value);
}

/** Null where the admin closed the browser's dialog. */
function failureOf(error: unknown): string | null {
  if (error instanceof ApiError || error instanceof NetworkError) return queryFailure(error);
  const isClosed = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isClosed ? null : wordsOf(shownTexts().signIn.wrongPasskey);
}
