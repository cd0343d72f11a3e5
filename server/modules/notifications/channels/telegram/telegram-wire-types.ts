// The responses of the Telegram Bot API, read tolerantly (core.telegram.org/bots/api).
import { z } from 'zod';

export const wireAnswer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

export const wireMessage = z.object({ ok: z.literal(true), result: z.object({ message_id: z.number() }) });

export const wireBot = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });

/** A person has names, a group a title. */
const wireChat = z.object({
  id: z.number(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});

const message = z.object({ chat: wireChat }).optional().catch(undefined);

export const wireUpdates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({
      message,
      channel_post: message,
      /** The bot was added to the chat, or removed from it. */
      my_chat_member: z
        .object({ chat: wireChat, new_chat_member: z.object({ status: z.string() }) })
        .optional()
        .catch(undefined),
    }),
  ),
});

export type WireUpdate = z.output<typeof wireUpdates>['result'][number];
