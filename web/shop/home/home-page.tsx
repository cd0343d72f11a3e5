// The home page: the package picker first, then secondary content.
import type { Category } from '../../../contract/category.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import { Icon } from '../../ui/icons.tsx';
import { listBenefits } from '../benefits.ts';
import { MeasuredSpeeds } from '../measured-speeds.tsx';
import { NeedsScript } from '../needs-script.tsx';
import { Chooser } from '../offer/chooser.tsx';
import type { PageProps } from '../page-props.ts';
import { QuestionList } from '../question-list.tsx';
import { questionsOf } from '../questions.ts';
import { Shell } from '../shell.tsx';
import { SampleLink, Steps } from '../steps.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { weave } from '../texts/weave.ts';
import { Unbroken } from '../unbroken.tsx';

export default function HomePage({ data, island }: PageProps) {
  const { home, shell, steps } = textsFor(data);
  const texts = home.page;
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <Chooser data={data} />
        <div className="hero pt-2 sm:pt-6">
          <div className="head">
            <h1 className="text-2xl font-extrabold sm:text-4xl">
              {weave(texts.headline, { unit: <Units key="unit" units={home.island.units} /> })}
            </h1>
            <p className="mt-1 text-sm text-muted sm:mt-2.5 sm:text-lg lg:mb-4.5">{texts.lead}</p>
            <NeedsScript text={shell.needsScript.home} />
          </div>
          {island}
        </div>
        <Claims data={data} />
        <MeasuredSpeeds data={data} className="mt-4" />
        <Benefits data={data} label={texts.benefits} />
        <section aria-labelledby="how" className="mt-20">
          <h2 id="how" className="mb-8 text-2xl font-bold">
            {texts.howTitle}
          </h2>
          <Steps steps={steps} />
          <SampleLink data={data} />
        </section>
        <section aria-labelledby="questions" className="mt-20 grid gap-6 lg:grid-cols-[1fr_2fr] lg:gap-12">
          <div>
            <h2 id="questions" className="text-2xl font-bold">
              {texts.questionsTitle}
            </h2>
            <p className="mt-2 text-muted">
              {weave(texts.more, {
                link: (
                  <a
                    key="link"
                    href={pathOf('about', data.lang)}
                    className="font-medium text-ink underline hover:text-accent-ink"
                  >
                    {texts.moreLink}
                  </a>
                ),
              })}
            </p>
          </div>
          <QuestionList questions={questionsOf(data).slice(0, 4)} />
        </section>
      </div>
    </Shell>
  );
}

/** Renders both category names; `shop.css` shows the one of the document's category. */
function Units({ units }: { units: Record<Category, string> }) {
  return (
    <>
      <span className="for-likes text-accent-ink">{`${units.Likes} `}</span>
      <span className="for-views text-accent-ink">{units.Views}</span>
    </>
  );
}

function Claims({ data: { store, lang } }: { data: PageData }) {
  const { claims } = store;
  const shown = [claims.customers, claims.rating, claims.support].filter((claim) => claim.shown);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-sm font-medium lg:mt-8">
      {shown.map(({ text }) => (
        <li key={text[lang]} className="flex items-center gap-1.5">
          <Icon name="check" className="text-progress" />
          <span>{text[lang]}</span>
        </li>
      ))}
    </ul>
  );
}

function Benefits({ data, label }: { data: PageData; label: string }) {
  return (
    <section aria-label={label} className="mt-12">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {listBenefits(data).map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-accent" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-muted">
                <Unbroken text={text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
