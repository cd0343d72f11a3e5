// The choice between the pages of offers: platform, then action. Links alone, so that it works without script.
import { categories } from '../../../contract/category.ts';
import { formatUsd } from '../../../contract/money.ts';
import { type Platform, platforms } from '../../../contract/offer-kinds.ts';
import { offerPathOf, otherOffers } from '../../../contract/offer-paths.ts';
import { type OfferSetting, offerOf } from '../../../contract/offers.ts';
import { type PageData, pathOf } from '../../../contract/pages.ts';
import { Icon } from '../../ui/icons.tsx';
import { offerTexts } from '../texts/presets.ts';
import { fill } from '../texts/text.ts';
import { perThousandCents } from './offer-view.ts';

type Choice = { href: string; title: string; cents: number; isPaused: boolean };

/** Nothing where the store sells the two specified offers alone. */
export function Chooser({ data }: { data: PageData }) {
  const { lang, store, page, offer, path } = data;
  const texts = offerTexts[lang];
  if (otherOffers(store.offers).length === 0) return null;
  const current = page === 'offer' && offer ? offer.platform : 'instagram';
  return (
    <nav aria-label={texts.chooser.label} className="chooser">
      {platforms.map((platform) => {
        const choices = choicesOf(platform, data);
        return choices.length === 0 ? null : (
          <details key={platform} name="chooser" className="menu">
            <summary className={platform === current ? 'on' : undefined}>
              <span>{texts.platforms[platform]}</span>
              <Icon name="chevronDown" />
            </summary>
            <ul>
              {choices.map(({ href, title, cents, isPaused }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === path ? 'page' : undefined}
                    className={href === path ? 'on' : undefined}
                  >
                    <span>{title}</span>
                    <small>
                      {isPaused ? texts.chooser.paused : fill(texts.chooser.from, { price: formatUsd(cents, lang) })}
                    </small>
                  </a>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </nav>
  );
}

function choicesOf(platform: Platform, { lang, store: { offers } }: PageData): Choice[] {
  const texts = offerTexts[lang];
  const specified = categories.map((category) => offerOf(offers, category));
  const others = otherOffers(offers).filter((offer) => offer.platform === platform);
  const pages = [...new Set(others.map(({ action }) => action))].map((action) => {
    const shared = others.filter((offer) => offer.action === action);
    return { href: offerPathOf(lang, { platform, action }), title: texts.actions[action], ...cheapestOf(shared) };
  });
  const home = { href: pathOf('home', lang), title: texts.chooser.home, ...cheapestOf(specified) };
  return platform === 'instagram' ? [home, ...pages] : pages;
}

/** Of those that can be ordered now; paused where none can. */
function cheapestOf(offers: readonly OfferSetting[]): Pick<Choice, 'cents' | 'isPaused'> {
  const sold = offers.filter(({ paused }) => !paused);
  const isPaused = sold.length === 0;
  return { cents: Math.min(...(isPaused ? offers : sold).map(perThousandCents)), isPaused };
}
