// The fallback while the code of an admin page loads.
import { Spinner } from '../ui/spinner.tsx';
import { useTexts } from './texts/shown-texts.ts';

export function Waiting() {
  const { common } = useTexts();
  return (
    <div className="flex justify-center py-16 text-muted">
      <Spinner />
      <span className="sr-only">{common.loading}</span>
    </div>
  );
}
