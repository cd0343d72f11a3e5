// The "How it works" page: the three steps and frequent questions.
import { pathOf } from '../../../contract/pages.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { MoreLink } from '../question-list.tsx';
import { questionsOf } from '../questions.ts';
import { Shell } from '../shell.tsx';
import { Steps } from '../steps.tsx';
import { textsOf } from '../texts/catalogue.ts';
import { weave } from '../texts/text.ts';

export default function AboutPage({ data }: PageProps) {
  const { about, steps } = textsOf(data.lang);
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{about.title}</h1>
        <p className="mt-2 text-muted sm:text-lg">{about.lead}</p>
        <Steps steps={steps} heading="h2" className="mt-8 sm:mt-12" />
        <LinkButton href={pathOf('home', data.lang)} variant="primary" size="lg" className="mt-10">
          {about.choose}
          <Icon name="arrowRight" />
        </LinkButton>
        <section aria-labelledby="faq" className="mt-20">
          <h2 id="faq" className="text-2xl font-bold">
            {about.questions}
          </h2>
          <dl className="mt-8 grid gap-x-12 gap-y-8 border-t border-hairline pt-8 sm:grid-cols-2">
            {questionsOf(data).map(({ topic, question, answer, more }) => (
              <div key={topic} id={topic}>
                <dt className="font-semibold">{question}</dt>
                <dd className="mt-1.5 max-w-prose text-muted">
                  {answer}
                  <MoreLink more={more} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <p className="mt-16 text-muted">
          {weave(about.else, {
            link: (
              <a
                key="link"
                href={pathOf('contact', data.lang)}
                className="font-medium text-ink underline hover:text-accent-ink"
              >
                {about.write}
              </a>
            ),
          })}
        </p>
      </div>
    </Shell>
  );
}
