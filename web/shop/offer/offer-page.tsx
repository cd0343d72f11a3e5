// The page of an offer beside the specified ones: the picker of the home page, then the facts and the questions of the offer.
import { offerPathOf, offersOfPage } from '../../../contract/offer-paths.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { NeedsScript } from '../needs-script.tsx';
import type { PageProps } from '../page-props.ts';
import { Shell } from '../shell.tsx';
import { textsFor } from '../texts/catalogue.ts';
import { offerTexts } from '../texts/presets.ts';
import { fill } from '../texts/text.ts';
import { Chooser } from './chooser.tsx';
import { hasOffer, type OfferData, offerGuarantee, offerLosses, offerQuestions, offerSpeed } from './offer-view.ts';

export default function OfferPage({ data, island }: PageProps) {
  if (!hasOffer(data)) return null;
  const { offer, lang } = data;
  const texts = offerTexts[lang];
  const name = offer.names[lang];
  return (
    <Shell data={data}>
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <Chooser data={data} />
        <div className="hero pt-2 sm:pt-6">
          <div className="head">
            <h1 className="text-2xl font-extrabold sm:text-4xl">{name}</h1>
            <p className="mt-1 text-sm text-muted sm:mt-2.5 sm:text-lg lg:mb-4.5">{offer.texts[lang] || texts.lead}</p>
            <Variants data={data} />
            <NeedsScript text={textsFor(data).shell.needsScript.home} />
          </div>
          {island}
        </div>
        <Facts data={data} />
        <section aria-labelledby="questions" className="mt-16">
          <h2 id="questions" className="mb-8 text-2xl font-bold">
            {fill(texts.questions.title, { name })}
          </h2>
          <div className="border-t border-hairline">
            {offerQuestions(data).map(({ question, answer }) => (
              <details key={question} className="question border-b border-hairline">
                <summary className="flex items-center justify-between gap-4 rounded-card py-4 font-semibold hover:text-accent-ink">
                  <span>{question}</span>
                  <Icon name="chevronDown" className="text-muted transition-transform duration-[120ms]" />
                </summary>
                <p className="max-w-prose pb-5 text-muted">{answer}</p>
              </details>
            ))}
          </div>
        </section>
      </div>
    </Shell>
  );
}

/** Several offers of one platform and action: by their names. */
function Variants({ data: { offer, lang, store } }: { data: OfferData }) {
  const shared = offersOfPage(store.offers, offer);
  if (shared.length < 2) return null;
  return (
    <ul aria-label={offerTexts[lang].variants} className="chooser mt-2">
      {shared.map((one, at) => (
        <li key={one.id}>
          <a
            href={`${offerPathOf(lang, one)}${at === 0 ? '' : `?offer=${one.id}`}`}
            aria-current={one.id === offer.id ? 'true' : undefined}
            className={one.id === offer.id ? 'on' : undefined}
          >
            {one.names[lang]}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Facts({ data }: { data: OfferData }) {
  const { offer, lang } = data;
  const texts = offerTexts[lang];
  const guarantee = offerGuarantee(data);
  const speed = offerSpeed(data);
  const facts: { icon: IconName; title: string; text: string }[] = [
    { icon: 'shield', title: guarantee ? texts.guarantee : texts.noGuarantee, text: guarantee ?? offerLosses(data) },
    { icon: 'clock', title: speed ? texts.speed : texts.speedUnknown, text: speed ?? texts.speedUnknownText },
    { icon: 'lock', title: texts.link, text: texts.links[offer.link_rule].works },
  ];
  return (
    <section aria-label={texts.facts} className="mt-12">
      <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
        {facts.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <Icon name={icon} className="mt-0.5 size-6 text-accent" />
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
