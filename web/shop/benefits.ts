// The four benefits of the home page. A neutral fact replaces a claim that the operator hides.
import { guaranteeSentence } from '../../contract/guarantee-sentence.ts';
import type { PageData } from '../../contract/pages.ts';
import { maxPosts } from '../../contract/share.ts';
import type { Claim } from '../../contract/store-profile.ts';
import type { IconName } from '../ui/icons.tsx';
import { sentences } from './questions.ts';
import { textsFor } from './texts/catalogue.ts';
import { fill } from './texts/text.ts';

export type Benefit = { icon: IconName; title: string; text: string };

export function listBenefits({ store, lang }: Pick<PageData, 'store' | 'lang'>): Benefit[] {
  const { claims, support_email } = store;
  const texts = textsFor({ lang, store }).benefits;
  const guarantee = guaranteeSentence(store.guarantee_days, lang);
  const textOf = (claim: Claim) => claim.text[lang];
  const claimed: (Benefit & { shown: boolean })[] = [
    { icon: 'bolt', title: texts.start, text: textOf(claims.deliveryStart), shown: claims.deliveryStart.shown },
    { icon: 'clock', title: texts.done, text: textOf(claims.deliveryDone), shown: claims.deliveryDone.shown },
    { icon: 'lock', title: textOf(claims.noPassword), text: texts.password, shown: claims.noPassword.shown },
    {
      icon: 'shield',
      title: claims.guarantee.shown ? texts.money : texts.kept,
      text:
        claims.guarantee.shown && guarantee
          ? `${sentences(lang, claims.guarantee)} ${guarantee}`
          : (guarantee ?? textOf(claims.guarantee)),
      shown: claims.guarantee.shown || guarantee !== null,
    },
  ];
  const facts: Benefit[] = [
    { icon: 'card', title: texts.card, text: texts.cardText },
    { icon: 'list', title: texts.follow, text: texts.followText },
    { icon: 'link', title: fill(texts.posts, { posts: maxPosts }), text: texts.postsText },
    { icon: 'mail', title: texts.write, text: support_email },
  ];
  return [...claimed.filter(({ shown }) => shown).map(({ shown: _, ...benefit }) => benefit), ...facts].slice(0, 4);
}
