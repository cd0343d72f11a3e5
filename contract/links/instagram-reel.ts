// Reels: their views.
import { instagram } from './instagram.ts';
import { type LinkRule, linkRule } from './link-rule.ts';

export const instagramReel: LinkRule = linkRule({ platform: instagram, accepts: ['reel', 'share'] });
