// The fallback while the code of an admin page loads.
import { Spinner } from '../ui/spinner.tsx';

export function Waiting() {
  return (
    <div className="flex justify-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  );
}
