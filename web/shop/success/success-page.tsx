// The server-rendered frame of the result page.
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function SuccessPage({ data, island }: PageProps) {
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-xl px-4 pt-6 sm:px-6 sm:pt-14">
        <NeedsScript text={textsFor(data).shell.needsScript.success} />
        {island}
      </div>
    </Shell>
  );
}
