// The server-rendered frame of the My Orders page.
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';

export default function ClientPage({ data, island }: PageProps) {
  const { client, shell } = textsFor(data);
  const { title, lead } = client.page;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-3xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{title}</h1>
        <p className="mt-2 text-muted sm:text-lg">{lead}</p>
        <div className="mt-6">
          <NeedsScript text={shell.needsScript.client} />
        </div>
        {island}
      </div>
    </Shell>
  );
}
