// The action item that an address names, for example that of a notification: shown, focused, and its act opened.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ItemAct, itemActs, itemParameters } from '../../../contract/action-item-kinds.ts';
import { dashboardPath } from '../paths.ts';

/** `subject`: null for the first item of the kind. */
export type RequestedItem = { kind: string; subject: string | null; act: ItemAct | null };

/** Null where the address names none. */
export function requestedItemOf(search: string): RequestedItem | null {
  const query = new URLSearchParams(search);
  const kind = query.get(itemParameters.kind);
  if (kind === null) return null;
  const act = itemActs.find((one) => one === query.get(itemParameters.act)) ?? null;
  return { kind, subject: query.get(itemParameters.subject), act };
}

/** Another object at each request. Leaves the address without it, so that a reload opens nothing again. */
export function useRequestedItem(): RequestedItem | null {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [requested, setRequested] = useState<RequestedItem | null>(null);
  useEffect(() => {
    const next = requestedItemOf(search);
    if (next === null) return;
    setRequested(next);
    navigate(dashboardPath, { replace: true });
  }, [search, navigate]);
  return requested;
}

/** Calls `act` once for each request that comes while `isReady`. */
export function useOnRequest(requested: RequestedItem | null, isReady: boolean, act: () => void): void {
  const answered = useRef<RequestedItem | null>(null);
  useEffect(() => {
    if (requested === null || !isReady || answered.current === requested) return;
    answered.current = requested;
    act();
  });
}
