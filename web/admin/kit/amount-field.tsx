// The field of an amount. What may be another amount is refused with a sentence, and never guessed.
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';

type AmountFieldProps = {
  label: string;
  help?: string;
  value: string;
  /** NaN: not understood, or outside of its limits. */
  amount: number;
  /** The sentence for such an amount. */
  problem: string;
  onChange: (typed: string) => void;
};

export function AmountField({ label, help, value, amount, problem, onChange }: AmountFieldProps) {
  // An incomplete amount is no mistake yet.
  const [hasBlurred, setBlurred] = useState(false);
  const isWrong = hasBlurred && value.trim() !== '' && Number.isNaN(amount);
  return (
    <Field
      label={label}
      help={help}
      inputMode="decimal"
      autoComplete="off"
      required
      maxLength={40}
      value={value}
      error={isWrong ? problem : undefined}
      onBlur={() => setBlurred(true)}
      onChange={({ target }) => {
        setBlurred(false);
        onChange(target.value);
      }}
    />
  );
}
