// Schemas that many calls share.
import { z } from 'zod';

/** The answer of a call that has nothing else to return. */
export const success = z.object({ success: z.literal(true) });

export const byId = z.object({ id: z.string() });
export const byUuid = z.object({ id: z.uuid() });

/** The limit of a list: at most 200 entries a page. */
export const pageLimit = (usual = 50) => z.coerce.number().int().min(1).max(200).default(usual);

/** The cursor of a list by number: returns entries before it. */
export const numberCursor = (most = Number.MAX_SAFE_INTEGER) => z.coerce.number().int().min(1).max(most).optional();

/** The query of a list by pages. */
export const pageQuery = z.object({ limit: pageLimit(), cursor: z.string().max(100).optional() });

/** The ID of something at a provider, as typed. */
export const providerIdInput = z.union([z.string().max(100), z.number().int().min(0).transform(String)]);

const params = z.record(z.string(), z.unknown()).optional();

/**
 * The code of a sentence in an answer. Missing where another service wrote the sentence, and in rows of an earlier version:
 * the sentence is shown as it is.
 */
export const codedMessage = z.object({ code: z.string(), params });

/** Beside the sentence itself, of an alert or an action item. */
export const messageFields = { code: z.string().optional(), params };
