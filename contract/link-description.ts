// What a link opens, in answers of the store.
import { z } from 'zod';
import { linkKinds } from './pasted-links.ts';

/** `name`: the account; empty where the link shows none, or where the caller may not see it. */
export const linkDescription = z.object({ kind: z.enum(linkKinds), name: z.string() });
