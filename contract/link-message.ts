// Why a link is refused; for one that can never be a post, with what it opens.
import { findNoPostKind } from './post-links.ts';
import type { RefusalReason } from './refusal-reasons.ts';
import { type StoreMessage, storeMessage } from './store-messages.ts';

export function linkMessage(reason: RefusalReason, link: string): StoreMessage {
  if (reason === 'link_without_post') return storeMessage(reason, { kind: findNoPostKind(link) });
  return { code: reason };
}
