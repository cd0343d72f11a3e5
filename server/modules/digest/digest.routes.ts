// Endpoint of the preview of the digest.
import type { Routes } from '../../store-module.ts';
import { previewDigest } from '../../workflows/send-digests.ts';

export const digestRoutes: Routes<'previewDigest'> = {
  previewDigest: (ctx, { query }) => previewDigest(ctx, query.period, query.language),
};
