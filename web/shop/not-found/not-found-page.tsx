// The 404 page (NF): one of three messages, chosen by the server per answer; the way home; the way back; a fun fact.
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { links } from '../links.ts';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';

const wordings = [
  {
    title: 'This page has zero likes',
    text: 'And zero views, because it does not exist. Everything that does is one click away.',
    fact: 'The heart became the sign for love in the Middle Ages. It took it 700 years to become a button.',
  },
  {
    title: 'We looked everywhere',
    text: 'Behind the slider, under the checkout, between two posts. There is nothing at this address.',
    fact: 'The first web page ever made, from 1991, can still be visited. It never said 404.',
  },
  {
    title: 'Nothing here but applause',
    text: 'The audience is ready, but the show is somewhere else.',
    fact: 'Applause is catching: people clap because others clap, and stop when others stop.',
  },
] as const;

export default function NotFoundPage({ data }: PageProps) {
  const { title, text, fact } = wordings[data.variant ?? 0];
  return (
    <Shell data={data}>
      <div className="mx-auto flex max-w-xl flex-col items-center px-4 pt-10 text-center sm:px-6 sm:pt-20">
        <p
          aria-hidden="true"
          className="text-[clamp(5rem,24vw,9rem)] leading-none font-extrabold tracking-tighter tabular-nums"
        >
          4<span className="text-accent">0</span>4
        </p>
        <h1 className="mt-6 text-2xl font-extrabold sm:text-3xl">{title}</h1>
        <p className="mt-2 text-muted sm:text-lg">{text}</p>
        <div className="mt-8 grid w-full max-w-sm gap-3 sm:grid-cols-2">
          <LinkButton href={links.home} variant="primary" wide icon={<Icon name="home" />}>
            Take Me Home
          </LinkButton>
          <Button wide icon={<Icon name="arrowLeft" />} onClick={() => window.history.back()}>
            Go Back
          </Button>
        </div>
        <p className="mt-12 border-t border-hairline pt-6 text-sm text-muted">
          <strong className="font-semibold text-ink">Fun fact:</strong> {fact}
        </p>
      </div>
    </Shell>
  );
}
