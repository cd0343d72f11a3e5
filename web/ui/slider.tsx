// A styled native range input. A script sets the track color as a CSS property, because server HTML has no inline
// styles.
import { type InputHTMLAttributes, type RefObject, useLayoutEffect } from 'react';

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'value'> & {
  value: number;
  min: number;
  max: number;
  step: number;
  onValue: (value: number) => void;
  ref: RefObject<HTMLInputElement | null>;
};

export function Slider({ value, min, max, step, onValue, ref, ...rest }: SliderProps) {
  useLayoutEffect(() => {
    ref.current?.style.setProperty('--fill', String((value - min) / (max - min)));
  }, [ref, value, min, max]);
  return (
    <input
      {...rest}
      ref={ref}
      type="range"
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      className="slider"
    />
  );
}
