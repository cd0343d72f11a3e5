// Hides what the role of the signed-in admin may not do. The store sends the list of denied calls with the session.
import type { EndpointName } from '../../contract/index.ts';
import type { Elements } from '../ui/elements.ts';
import { useSessionState } from './admin-context.tsx';

export type IsAllowed = (call: EndpointName) => boolean;

export function useAllowed(): IsAllowed {
  const { denied } = useSessionState();
  return (call) => !denied.includes(call);
}

/** Renders its children only for an admin who may make the call. */
export function Allowed({ call, children }: { call: EndpointName; children: Elements }) {
  const isAllowed = useAllowed();
  return isAllowed(call) ? children : null;
}

/** Disables the inputs of a form that this admin may read, and not save. Its buttons are hidden. */
export function Locked({ locked, children }: { locked: boolean; children: Elements }) {
  if (!locked) return children;
  return (
    <fieldset disabled className="contents [&_button]:hidden">
      {children}
    </fieldset>
  );
}
