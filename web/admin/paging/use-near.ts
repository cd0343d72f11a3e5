// Detects whether an element is near the viewport, and remembers its height when it leaves.
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance above and below the viewport that counts as near, so that pages load before they are visible. */
const marginPx = 600;

type Nearness = {
  isNear: boolean;
  /** Null until the element leaves the viewport for the first time. */
  heightPx: number | null;
  /** Loads the element without scrolling. */
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
