// The home page: the package picker first, everything else after it and quieter.
import { useState } from 'react';
import type { Category } from '../../../contract/pricing.ts';
import type { StoreProfile } from '../../../contract/store-profile.ts';
import { Icon } from '../../ui/icons.tsx';
import { benefitsOf } from '../benefits.ts';
import { links } from '../links.ts';
import type { PageProps } from '../page-props.ts';
import { QuestionList } from '../question-list.tsx';
import { questionsOf } from '../questions.ts';
import { Shell } from '../shell.tsx';
import { Steps } from '../steps.tsx';
import { Picker } from './picker.tsx';

export default function HomePage({ data }: PageProps) {
  const [category, setCategory] = useState<Category>('Likes');
  return (
    <div data-category={category}>
      <Shell data={data}>
        <div className="mx-auto flex max-w-6xl flex-col px-4 sm:px-6">
          {/* On a phone the claims stand below the picker: the picker comes first. */}
          <div className="gap-3 pt-8 pb-8 max-sm:contents sm:flex sm:flex-col lg:flex-row lg:items-end lg:justify-between">
            <div className="max-sm:order-1 max-sm:pt-3 max-sm:pb-5">
              <h1 className="text-2xl font-extrabold sm:text-4xl">
                More <span className="text-accent-ink">{category.toLowerCase()}</span> for your posts
              </h1>
              <p className="mt-2 text-muted sm:text-lg">Pick how many, paste your link, pay by card. No account.</p>
            </div>
            <Claims store={data.store} />
          </div>
          <div className="max-sm:order-2">
            <Picker prices={data.store.prices} onCategory={setCategory} />
          </div>
          <Benefits store={data.store} />
          <section aria-labelledby="how" className="mt-20 max-sm:order-5">
            <h2 id="how" className="mb-8 text-2xl font-bold">
              How it works
            </h2>
            <Steps />
          </section>
          <section
            aria-labelledby="questions"
            className="mt-20 grid max-sm:order-6 gap-6 lg:grid-cols-[1fr_2fr] lg:gap-12"
          >
            <div>
              <h2 id="questions" className="text-2xl font-bold">
                Good to know
              </h2>
              <p className="mt-2 text-muted">
                More answers are on{' '}
                <a href={links.about} className="font-medium text-ink underline hover:text-accent-ink">
                  how it works
                </a>
                .
              </p>
            </div>
            <QuestionList questions={questionsOf(data.store).slice(0, 4)} />
          </section>
        </div>
      </Shell>
    </div>
  );
}

function Claims({ store: { claims } }: { store: StoreProfile }) {
  const shown = [claims.customers, claims.rating, claims.support].filter((claim) => claim.shown);
  if (shown.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm font-medium max-sm:order-3 max-sm:mt-5 max-sm:justify-center lg:pb-1.5">
      {shown.map(({ text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon name="check" className="text-accent" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function Benefits({ store }: { store: StoreProfile }) {
  return (
    <section aria-label="Benefits" className="mt-12 max-sm:order-4">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {benefitsOf(store).map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-accent" />
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
