// The kinds of action items that need a name in each set.
import type { AnswerFor } from '../../../contract/index.ts';

export type ActionItemKind = AnswerFor<'GET /api/admin/attention'>['kinds'][number]['kind'];
