// A native range input whose track has as much room between any two stops. Keys, assistive technology and scripts use the
// input as it is; a pointer is mapped here. A script draws the value, because server HTML has no inline styles.
import { type InputHTMLAttributes, type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { positionOf, valueAt } from './slider-track.ts';

/** The thumb of `slider.css`. Its center stays on the track. */
const thumbPx = 28;

type SliderProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'value'> & {
  value: number;
  min: number;
  max: number;
  step: number;
  /** At least two, ascending, from the minimum to the maximum. */
  stops: readonly number[];
  /** A pointer may select a value between two steps. */
  onValue: (value: number) => void;
  ref: RefObject<HTMLInputElement | null>;
};

export function Slider({ value, stops, onValue, ref, ...rest }: SliderProps) {
  /** While a pointer is down, the value before. */
  const before = useRef<number | null>(null);
  const position = positionOf(value, stops);

  useLayoutEffect(() => {
    const native = (value - rest.min) / (rest.max - rest.min);
    if (ref.current) ref.current.style.cssText = `--fill:${position};--native:${native}`;
  });

  /** A press on the thumb that does not move it changes nothing. */
  function follow({ type, currentTarget, clientX }: PointerEvent<HTMLInputElement>): void {
    const { left, width } = currentTarget.getBoundingClientRect();
    const room = width - thumbPx;
    const at = (clientX - left - thumbPx / 2) / room;
    const isOnThumb = Math.abs(at - position) * room < thumbPx / 2;
    if (before.current !== null && (type === 'pointermove' || !isOnThumb)) onValue(valueAt(at, stops));
  }

  return (
    <input
      {...rest}
      ref={ref}
      type="range"
      value={value}
      // Browsers that move the thumb by touch events do so without a mouse event, too.
      onChange={(event) => before.current ?? onValue(event.currentTarget.valueAsNumber)}
      onPointerDown={(event) => {
        if (event.button) return;
        // Replaces the mouse events that move the native thumb.
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        before.current = value;
      }}
      onPointerMove={follow}
      onPointerUp={follow}
      // The touch scrolls the page.
      onPointerCancel={() => onValue(before.current ?? value)}
      onLostPointerCapture={() => {
        before.current = null;
      }}
      className="slider"
    />
  );
}
