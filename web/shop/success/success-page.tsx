// The result page (RES): the frame around what the browser finds out.
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

export default function SuccessPage({ data, island }: PageProps) {
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-xl px-4 pt-6 sm:px-6 sm:pt-14">{island}</div>
    </Shell>
  );
}
