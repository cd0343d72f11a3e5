// Kinds of the API that need a name in each set.
import type { AnswerFor } from '../../../contract/index.ts';

export type ActionItemKind = AnswerFor<'GET /api/admin/attention'>['kinds'][number]['kind'];
export type DifferenceKind = NonNullable<
  AnswerFor<'GET /api/admin/reconciliation'>['report']
>['differences'][number]['kind'];
/** Why a visit is not counted. */
export type ExclusionReason = AnswerFor<'GET /api/admin/visitor-dashboard/{period}'>['excluded'][number]['reason'];

/** Of an offer in the catalog. */
export type OfferState = 'sold' | 'paused' | 'no_service' | 'above_price' | 'off' | 'unconfirmed';
