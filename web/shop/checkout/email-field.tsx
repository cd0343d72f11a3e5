// The email of an order, with a correction of a mistyped domain that takes one tap.
import { useState } from 'react';
import { cleanAddress, domainOf, suggestEmail } from '../../../contract/email-address.ts';
import { Field } from '../../ui/field.tsx';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { focusLater } from './focus-later.ts';

type EmailFieldProps = {
  id: string;
  texts: CheckoutTexts['texts'];
  help: string;
  email: string;
  error: string | null;
  disabled: boolean;
  onEmail: (email: string) => void;
  onLeave: () => void;
};

export function EmailField({ id, texts, help, email, error, disabled, onEmail, onLeave }: EmailFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const suggested = isTyping || disabled ? null : suggestEmail(email);
  const suggestion = suggested ? (
    <button
      type="button"
      onClick={() => {
        onEmail(suggested);
        focusLater(id);
      }}
      className="-mt-1 -mb-3 pt-1 pb-3 text-left font-semibold text-blue-ink underline underline-offset-4 hover:text-ink"
    >
      {fill(texts.didYouMean, { domain: domainOf(suggested) })}
    </button>
  ) : null;
  return (
    <Field
      id={id}
      label={texts.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      placeholder={texts.emailExample}
      value={email}
      disabled={disabled}
      error={error}
      help={
        // In the place of the help text, so that the button below does not move away from a click.
        <span role="status">{suggestion ?? help}</span>
      }
      onChange={(event) => {
        setTyping(true);
        onEmail(event.currentTarget.value);
      }}
      onBlur={({ relatedTarget }) => {
        setTyping(false);
        onEmail(cleanAddress(email));
        if (!isSubmit(relatedTarget)) onLeave();
      }}
    />
  );
}

/** Sending judges every field. A message in between would move the button away from its click. */
export function isSubmit(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}
