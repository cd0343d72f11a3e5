// A part of the page that is loaded once its field is used, for a light page.
import { type ComponentType, useState } from 'react';

/** Null until `load` was called and the part is there. Without a connection it stays null. */
export function usePart<Props>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
  onFail: () => void = () => {},
): [Part: ComponentType<Props> | null, load: () => void] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  return [Part, () => void importPart().then((part) => setPart(() => part.default), onFail)];
}
