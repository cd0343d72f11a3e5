// Shown for the moment in which the code of a part of the admin is on its way.
import { Spinner } from '../ui/spinner.tsx';

export function Waiting() {
  return (
    <div className="flex justify-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  );
}
