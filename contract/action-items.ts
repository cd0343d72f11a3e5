// Calls about what waits for a person: each kind with how many there are and the first few, and putting one aside.
import { z } from 'zod';
import { actionItemKinds, undismissable } from './action-item-kinds.ts';
import { endpoint } from './endpoint.ts';

const actionItemKind = z.enum(actionItemKinds);

const actionItem = z.object({
  /** Names it within its kind. */
  subject: z.string(),
  /** Where it is settled; null for what is about no order. */
  order_id: z.string().nullable(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** What happened, in a sentence of the store or in the words of who refused; may be empty. */
  words: z.string(),
});

/** Kinds of which there is nothing are left out. Counts end at 100, as `more` says. */
export const listActionItems = endpoint({
  method: 'GET',
  path: '/api/admin/attention',
  access: 'admin',
  summary: 'Lists what waits for a person.',
  input: {
    query: z.object({
      /** Only this one, with up to 100 items instead of the first few. */
      kind: actionItemKind.optional(),
    }),
  },
  output: z.object({
    kinds: z.array(
      z.object({
        kind: actionItemKind,
        count: z.number(),
        /** There are more than `count`. */
        more: z.boolean(),
        /** It may be put aside. */
        may_set_aside: z.boolean(),
        items: z.array(actionItem),
      }),
    ),
  }),
  errors: [],
});

/** Puts one aside for good: it is not shown any more. Changes nothing else; the note is kept with who wrote it. */
export const dismissActionItem = endpoint({
  method: 'POST',
  path: '/api/admin/attention/aside',
  access: 'admin',
  summary: 'Puts aside what needs nothing more.',
  input: {
    body: z.object({
      kind: actionItemKind.exclude(undismissable),
      subject: z.string().min(1).max(200),
      note: z.string().trim().min(1).max(500),
    }),
  },
  output: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
});

/** A job that was given up is tried again at once. */
export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/{id}/retry',
  access: 'admin',
  summary: 'Tries a job again that was given up.',
  input: { params: z.object({ id: z.string().regex(/^\d{1,18}$/) }) },
  output: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
});
