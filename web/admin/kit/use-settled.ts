import { useEffect, useState } from 'react';

const typingMs = 400;

/** A value of plain data once typing pauses. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const asText = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(asText)), typingMs);
    return () => clearTimeout(timer);
  }, [asText]);
  return settled;
}
