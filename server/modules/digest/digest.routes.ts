// Endpoint of the preview of the digest.

import type { AdminLanguage } from '../../../contract/admin-languages.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { DigestFigures } from '../../ports/digest.ts';
import type { Handlers } from '../../request-context.ts';
import type { Digest } from './digest.service.ts';

export type DigestRoutesDeps = {
  digest: Digest;
  /** Writes the email, as the one that is sent. */
  emailOf: (figures: DigestFigures, language: AdminLanguage) => Promise<AnswerFor<'GET /api/admin/mails/digest'>>;
};

export function digestRoutes({ digest, emailOf }: DigestRoutesDeps): Handlers<'previewDigest'> {
  return {
    previewDigest: async ({ query }) => emailOf(await digest.preview(query.period), query.language),
  };
}
