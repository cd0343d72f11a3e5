// Stories: their views. All current ones of an account, or one.
import { instagram } from './instagram.ts';
import { type LinkRule, linkRule } from './link-rule.ts';

export const instagramStory: LinkRule = linkRule({ platform: instagram, accepts: ['story', 'share'] });
