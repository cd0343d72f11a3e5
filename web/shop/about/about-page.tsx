// How it works (ABOUT): the three steps, and the questions that buyers ask.
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { links } from '../links.ts';
import type { PageProps } from '../page-props.ts';
import { questionsOf } from '../questions.ts';
import { Shell } from '../shell.tsx';
import { Steps } from '../steps.tsx';

export default function AboutPage({ data }: PageProps) {
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">How it works</h1>
        <p className="mt-2 text-muted sm:text-lg">Three steps, a minute or two, no account.</p>
        <Steps heading="h2" className="mt-8 sm:mt-12" />
        <LinkButton href={links.home} variant="primary" size="lg" className="mt-10">
          Choose your package
          <Icon name="arrowRight" />
        </LinkButton>
        <section aria-labelledby="faq" className="mt-20">
          <h2 id="faq" className="text-2xl font-bold">
            Frequently asked questions
          </h2>
          <dl className="mt-8 grid gap-x-12 gap-y-8 border-t border-hairline pt-8 sm:grid-cols-2">
            {questionsOf(data.store).map(({ topic, question, answer }) => (
              <div key={topic} id={topic}>
                <dt className="font-semibold">{question}</dt>
                <dd className="mt-1.5 max-w-prose text-muted">{answer}</dd>
              </div>
            ))}
          </dl>
        </section>
        <p className="mt-16 text-muted">
          Something else?{' '}
          <a href={links.contact} className="font-medium text-ink underline hover:text-accent-ink">
            Write to us
          </a>
          .
        </p>
      </div>
    </Shell>
  );
}
