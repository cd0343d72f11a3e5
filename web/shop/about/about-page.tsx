// The "How it works" page: the steps of a purchase, who delivers, what happens when, what happens if not, refunds, and
// frequent questions. It shows only claims that the operator enables.
import { storeLosses } from '../../../contract/guarantee-sentence.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import type { Elements } from '../../ui/elements.ts';
import { Icon } from '../../ui/icons.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { PageProps } from '../page-props.ts';
import { MoreLink } from '../question-list.tsx';
import { questionsOf, sentences } from '../questions.ts';
import { Shell } from '../shell.tsx';
import { SampleLink, Steps } from '../steps.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';
import { weave } from '../texts/weave.ts';
import { Unbroken } from '../unbroken.tsx';

export default function AboutPage({ data }: PageProps) {
  const { about, steps } = textsFor(data);
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <h1 className="pt-3 text-2xl font-extrabold sm:pt-8 sm:text-4xl">{about.title}</h1>
        <p className="mt-2 text-muted sm:text-lg">{about.lead}</p>
        <Steps steps={steps} heading="h2" className="mt-8 sm:mt-12" />
        <LinkButton href={pathOf('home', data.lang)} variant="primary" size="lg" className="mt-10">
          <span>{about.choose}</span>
          <Icon name="arrowRight" />
        </LinkButton>
        <SampleLink data={data} />
        <div className="mt-16 grid gap-x-16 gap-y-14 sm:mt-20 lg:grid-cols-[2fr_3fr]">
          <Who data={data} />
          <When data={data} />
        </div>
        <IfNot data={data} />
        <Questions data={data} />
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

type PartProps = { data: PageData };

function Part({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-2xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A timeline: what the software does in this order, with the times that the operator confirmed. */
function When({ data: { store, lang } }: PartProps) {
  const { when } = textsFor({ lang, store }).about;
  const { deliveryStart, deliveryDone } = store.claims;
  const times = { start: sentences(lang, deliveryStart), done: sentences(lang, deliveryDone) };
  return (
    <Part id="when" title={when.title}>
      <ol className="mt-6">
        {when.steps.map(({ title, text }, at) => (
          <li key={title} className="group relative pb-7 pl-12 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-8 bottom-0 left-4 -ml-px w-0.5 bg-hairline group-last:hidden"
            />
            <span
              aria-hidden="true"
              className="absolute top-0 left-0 flex size-8 items-center justify-center rounded-full bg-sunken text-sm font-bold tabular-nums"
            >
              {at + 1}
            </span>
            <h3 className="pt-1 text-lg font-semibold">{title}</h3>
            <p className="mt-1 max-w-prose text-muted">
              <Unbroken text={fill(text, times).trim()} />
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-7 flex max-w-prose gap-2 rounded-card bg-sunken px-4 py-3 text-sm">
        <Icon name="info" className="mt-0.5 text-muted" />
        <span>{when.lead}</span>
      </p>
    </Part>
  );
}

function Who({ data: { store, lang } }: PartProps) {
  const { who } = textsFor({ lang, store }).about;
  const { name, address } = store.business;
  return (
    <Part id="who" title={who.title}>
      {who.text.map((text) => (
        <p key={text} className="mt-3 max-w-prose text-muted">
          {fill(text, { name: store.name })}
        </p>
      ))}
      {name ? (
        <p className="mt-3 max-w-prose whitespace-pre-line text-muted">
          <span className="font-semibold text-ink">{who.seller}</span>
          <span>{`: ${[name, address].filter(Boolean).join('\n')}`}</span>
        </p>
      ) : null}
    </Part>
  );
}

function IfNot({ data }: PartProps) {
  const { store, lang } = data;
  const { ifNot } = textsFor({ lang, store }).about;
  const losses = storeLosses(store, lang);
  return (
    <div className="mt-16 sm:mt-20">
      <Part id="if-not" title={ifNot.title}>
        <div className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <dl className="contents">
            {ifNot.cases.map(({ title, text }) => (
              <div key={title} className="rounded-card border border-hairline bg-surface p-5">
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1.5 text-muted wrap-anywhere">
                  {fill(text, { email: store.support_email, losses })}
                </dd>
              </div>
            ))}
          </dl>
          <Refunds data={data} />
        </div>
      </Part>
    </div>
  );
}

function Refunds({ data: { store, lang } }: PartProps) {
  const { refunds } = textsFor({ lang, store }).about;
  return (
    <section aria-labelledby="money-back" className="rounded-card border border-sunken bg-sunken p-5">
      <h2 id="money-back" className="leading-normal font-semibold tracking-normal">
        {refunds.title}
      </h2>
      <p className="mt-1.5 text-muted">
        <span>{fill(refunds.text, { guarantee: sentences(lang, store.claims.guarantee) }).trim()}</span>
        <MoreLink more={{ href: pathOf('refunds', lang), text: refunds.more }} />
      </p>
    </section>
  );
}

function Questions({ data }: PartProps) {
  return (
    <div className="mt-16 sm:mt-20">
      <Part id="faq" title={textsFor(data).about.questions}>
        <dl className="mt-6 grid gap-x-12 gap-y-8 border-t border-hairline pt-8 sm:grid-cols-2">
          {questionsOf(data).map(({ topic, question, answer, more }) => (
            <div key={topic} id={topic}>
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1.5 max-w-prose text-muted wrap-anywhere">
                <Unbroken text={answer} />
                <MoreLink more={more} />
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}
