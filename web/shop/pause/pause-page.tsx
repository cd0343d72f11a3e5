// The server-rendered frame of the page that pauses the sending of an order.
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function PausePage({ data, island }: PageProps) {
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-2xl px-4 pt-4 sm:px-6 sm:pt-10">
        <NeedsScript text={textsFor(data).shell.needsScript.pause} />
        {island}
      </div>
    </Shell>
  );
}
