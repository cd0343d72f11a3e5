// The input of a quantity in the settings. When it is left, the number becomes the nearest one that is allowed, with the
// reason below.
import { useState } from 'react';
import { type QuantityRange, readQuantity } from '../../../contract/number-inputs.ts';
import { formatCount } from '../amounts.ts';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { quantityNote } from '../typed-amounts.ts';
import { type FieldProblems, Line } from './inputs.tsx';

type QuantityLineProps = {
  form: FieldProblems;
  path: string;
  label: string;
  labelHidden?: boolean;
  disabled?: boolean;
  range: QuantityRange;
  /** An empty field is a value of its own. */
  mayBeEmpty?: boolean;
  value: string;
  onValue: (value: string) => void;
};

export function QuantityLine({ range, mayBeEmpty = false, value, onValue, ...rest }: QuantityLineProps) {
  const { typedNumbers: texts } = useSetupTexts();
  const [kept, setKept] = useState(value);
  const [note, setNote] = useState<string | null>(null);

  function settle(): void {
    if (value === kept || (mayBeEmpty && value.trim() === '')) return;
    const { quantity, change } = readQuantity(value, range, Number.NaN);
    const next = change === 'unclear' ? kept : formatCount(quantity);
    setNote(quantityNote(change, range, texts));
    setKept(next);
    onValue(next);
  }

  return (
    <Line
      {...rest}
      inputMode="numeric"
      help={note ?? undefined}
      value={value}
      onFocus={() => setKept(value)}
      onChange={({ target }) => {
        setNote(null);
        onValue(target.value);
      }}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
