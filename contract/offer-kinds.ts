// What can be sold on each platform: the category of its orders, and the links that they take. Pure, without zod.
import type { OrderCategory } from './category.ts';
import type { LinkRuleName } from './link-rule-names.ts';

export const platforms = ['instagram', 'tiktok', 'youtube'] as const;
export type Platform = (typeof platforms)[number];
export const offerActions = ['likes', 'views', 'reel-views', 'story-views', 'followers', 'subscribers'] as const;
export type OfferAction = (typeof offerActions)[number];

/** `category` and `link_rule` follow from platform and action. */
export type OfferKind = {
  platform: Platform;
  action: OfferAction;
  category: OrderCategory;
  link_rule: LinkRuleName;
};

const kinds: Readonly<Record<Platform, { [A in OfferAction]?: LinkRuleName }>> = {
  instagram: {
    likes: 'instagram-post',
    views: 'instagram-post',
    'reel-views': 'instagram-reel',
    'story-views': 'instagram-story',
    followers: 'instagram-profile',
  },
  tiktok: { likes: 'tiktok-video', views: 'tiktok-video', followers: 'tiktok-profile' },
  youtube: { views: 'youtube-video', likes: 'youtube-video', subscribers: 'youtube-channel' },
};

const categoryOf: Readonly<Record<OfferAction, OrderCategory>> = {
  likes: 'Likes',
  views: 'Views',
  'reel-views': 'Views',
  'story-views': 'Views',
  followers: 'Followers',
  subscribers: 'Subscribers',
};

/** Null: the store does not sell that action on that platform. */
export function offerKindOf(platform: Platform, action: OfferAction): OfferKind | null {
  const rule = kinds[platform][action];
  return rule === undefined ? null : { platform, action, category: categoryOf[action], link_rule: rule };
}

export const offerKinds: readonly OfferKind[] = platforms.flatMap((platform) =>
  offerActions.flatMap((action) => offerKindOf(platform, action) ?? []),
);
