// Whether a part of a long page is near the screen, and how high it was when it went away.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** So far above and below the screen counts as near: what comes is there before it is seen. */
const marginPx = 600;

type Nearness = {
  isNear: boolean;
  /** Null until it went away once. */
  heightPx: number | null;
  /** As if it were near, where nobody scrolls to it. */
  bring: () => void;
};

export function useNear(element: RefObject<Element | null>, isFirst: boolean): Nearness {
  const [isNear, setIsNear] = useState(isFirst);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const wasNear = useRef(isNear);
  useEffect(() => {
    wasNear.current = isNear;
  }, [isNear]);

  useEffect(() => {
    const { current } = element;
    if (!current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (!last) return;
        if (!last.isIntersecting && wasNear.current) setHeightPx(last.boundingClientRect.height);
        setIsNear(last.isIntersecting);
      },
      { rootMargin: `${marginPx}px 0px` },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);

  return { isNear, heightPx, bring: () => setIsNear(true) };
}
