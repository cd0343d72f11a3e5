// Endpoints for calls to the provider: its balance, and tests.

import { findLinkRefusal } from '../../../contract/checkout-rules.ts';
import { linkMessage } from '../../../contract/link-message.ts';
import { normaliseLink } from '../../../contract/post-links.ts';
import { StoreError } from '../../../contract/store-error.ts';
import { nextPageLink } from '../../platform/cursor.ts';
import { sentenceFields } from '../../platform/sentence-columns.ts';
import { adminOf } from '../../request-context.ts';
import type { Routes } from '../../store-module.ts';
import type { ProviderTest } from './provider-tests.repository.ts';
import * as providerTestsRepository from './provider-tests.repository.ts';
import { readBalance, tryCall } from './test-provider.ts';

export const providerCallRoutes: Routes<'getProviderBalance' | 'tryProvider' | 'listProviderTests' | 'readMediaLink'> =
  {
    getProviderBalance: (ctx) => readBalance(ctx),

    tryProvider: async (ctx, { body }, call) => {
      const { outcome, httpStatus, data, text, coded } = await tryCall(ctx, body, adminOf(call));
      const result = { ok: outcome === 'answered', status: httpStatus ?? 0, data, outcome };
      return text === '' ? result : { ...result, ...sentenceFields('error', text, coded) };
    },

    readMediaLink: async (_ctx, { body: { url } }) => {
      const reason = findLinkRefusal(url);
      if (reason) throw new StoreError('invalid_input', { reason: linkMessage(reason, url), field: 'url' });
      const { shortcode, kind, canonicalUrl } = normaliseLink(url);
      return { shortcode, kind, canonicalUrl };
    },

    listProviderTests: async (ctx, { query: { limit, cursor } }, call) => {
      // Reads one extra row to detect a next page.
      const found = await providerTestsRepository.list(ctx.database.db, limit + 1, cursor ?? null);
      const last = found[limit - 1];
      if (found.length > limit && last) {
        call.answerHeader('link', nextPageLink('/api/admin/provider-tests', { limit }, last.id));
      }
      return found.slice(0, limit).map(testOf);
    },
  };

function testOf(test: ProviderTest) {
  const { id, testedAt, testedBy, action, parameters, outcome, httpStatus, words, wordsCoded } = test;
  return {
    id,
    action,
    parameters,
    outcome,
    ...sentenceFields('words', words, wordsCoded),
    ok: outcome === 'answered',
    status: httpStatus ?? 0,
    tested_at: testedAt.toISOString(),
    tested_by: testedBy,
  };
}
