// Rolls the text of a counter from one number to the next, where the system allows motion.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Language } from '../../../contract/languages.ts';
import { countText } from '../../../contract/numbers.ts';

const rollMs = 200;

/** React renders the final number; the frames before it only replace its text. Without changes nothing rolls. */
export function useRoll(count: number, changes: number, lang: Language): RefObject<HTMLElement | null> {
  const counter = useRef<HTMLElement>(null);
  const shown = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another number rolls
  useLayoutEffect(() => {
    const from = shown.current;
    const endMs = performance.now() + rollMs;
    let frame = 0;
    const step = () => {
      const left = Math.max(0, (endMs - performance.now()) / rollMs) ** 3;
      shown.current = Math.round(count + (from - count) * left);
      if (counter.current) counter.current.textContent = countText(shown.current, lang);
      if (left > 0) frame = requestAnimationFrame(step);
    };
    if (changes > 0 && !matchMedia('(prefers-reduced-motion: reduce)').matches) step();
    else shown.current = count;
    return () => cancelAnimationFrame(frame);
  }, [count]);
  return counter;
}
