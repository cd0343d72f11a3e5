// How long an API key or a webhook lives.
import { inputClassName } from '../ui/input-class.ts';
import { useSetupTexts } from './texts/shown-texts.ts';

/** In days from now on. Null: no end. Undefined: the end stays as it is. */
export type Life = number | null | undefined;

const lives = new Map<string, Life>([
  ['undefined', undefined],
  ['30', 30],
  ['90', 90],
  ['365', 365],
  ['null', null],
]);

/** `endless`: the name of a life without end. `unchanged`: describes the present end, where it can stay. */
type LifeSelectProps = { value: Life; endless: string; unchanged?: string; onChange: (life: Life) => void };

export function LifeSelect({ value, endless, unchanged, onChange }: LifeSelectProps) {
  const { life } = useSetupTexts();
  return (
    <label className="block">
      <span className="mb-1.5 block font-semibold">{life.label}</span>
      <select
        value={String(value)}
        onChange={({ target }) => onChange(lives.get(target.value))}
        className={`${inputClassName} border-edge hover:border-ink`}
      >
        {unchanged === undefined ? null : <option value="undefined">{life.unchanged(unchanged)}</option>}
        <option value="30">{life.days(30)}</option>
        <option value="90">{life.days(90)}</option>
        <option value="365">{life.year}</option>
        <option value="null">{endless}</option>
      </select>
    </label>
  );
}
