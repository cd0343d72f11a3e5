// What the checkout promises beside the amount: the claims that the store shows, and that an order needs no account.
import { LineIcon } from '../../ui/icon.tsx';
import { moreIconPaths } from '../../ui/more-icons.ts';

export function Promises({ promises, className }: { promises: readonly string[]; className: string }) {
  return (
    <ul className={`flex flex-col gap-1.5 text-sm text-muted ${className}`}>
      {promises.map((promise) => (
        <li key={promise} className="flex gap-2">
          <LineIcon path={moreIconPaths.check} className="mt-px text-progress" />
          <span>{promise}</span>
        </li>
      ))}
    </ul>
  );
}
