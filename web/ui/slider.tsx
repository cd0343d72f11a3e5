// A native range input in our look. Colours its track by a property set from script: server HTML carries no style.
import { type InputHTMLAttributes, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'value'> & {
  value: number;
  min: number;
  max: number;
  step: number;
  onValue: (value: number) => void;
};

export function Slider({ value, min, max, step, onValue, className, ...rest }: SliderProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.style.setProperty('--fill', String((value - min) / (max - min)));
  }, [value, min, max]);
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
