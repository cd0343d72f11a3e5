// A styled native range input. A script sets the track color as a CSS property, because server HTML has no inline
// styles.
import { type InputHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'value'> & {
  value: number;
  min: number;
  max: number;
  step: number;
  onValue: (value: number) => void;
  ref?: RefObject<HTMLInputElement | null>;
};

export function Slider({ value, min, max, step, onValue, className, ref, ...rest }: SliderProps) {
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  useLayoutEffect(() => {
    input.current?.style.setProperty('--fill', String((value - min) / (max - min)));
  }, [input, value, min, max]);
  return (
    <input
      {...rest}
      ref={input}
      type="range"
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      className={classNames('slider', className)}
    />
  );
}
