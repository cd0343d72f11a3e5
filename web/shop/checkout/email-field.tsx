// The email of an order, with a correction of a mistyped domain that takes one tap.
import { useState } from 'react';
import { domainOf, suggestEmail } from '../../../contract/email-suggestion.ts';
import { Field } from '../../ui/field.tsx';
import { fill } from '../texts/text.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { focusLater } from './focus-later.ts';

type EmailFieldProps = {
  texts: CheckoutTexts['texts'];
  email: string;
  disabled: boolean;
  onEmail: (email: string) => void;
};

export const emailId = 'email';

export function EmailField({ texts, email, disabled, onEmail }: EmailFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const suggested = isTyping || disabled ? null : suggestEmail(email);
  const suggestion = suggested ? (
    <button
      type="button"
      onClick={() => {
        onEmail(suggested);
        focusLater(emailId);
      }}
      className="-mt-1 -mb-3 pt-1 pb-3 text-left font-semibold text-blue-ink underline underline-offset-4 hover:text-ink"
    >
      {fill(texts.didYouMean, { domain: domainOf(suggested) })}
    </button>
  ) : null;
  return (
    <Field
      id={emailId}
      label={texts.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      placeholder={texts.emailExample}
      value={email}
      disabled={disabled}
      help={
        // In the place of the help text, so that the button below does not move away from a click.
        <span role="status">{suggestion ?? texts.emailHelp}</span>
      }
      onChange={(event) => {
        setTyping(true);
        onEmail(event.currentTarget.value);
      }}
      onBlur={() => setTyping(false)}
    />
  );
}
