// The code of a sentence in an answer, with its parameters. Missing where another service wrote the sentence, and in rows
// of an earlier version: the sentence is shown as it is.
import { z } from 'zod';

const params = z.record(z.string(), z.unknown()).optional();

export const codedMessage = z.object({ code: z.string(), params });

/** Beside the sentence itself, of an alert or an action item. */
export const messageFields = { code: z.string().optional(), params };
