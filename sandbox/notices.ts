// Adds notifications to an outbox, modified by control rules. deliveries.ts sends them.
import { randomUUID } from 'node:crypto';
import type { Notice, WithOutbox } from './outboxes.ts';
import type { Rule } from './rules.ts';

/** Rules that modify notifications; taken before the record is locked. */
export const NOTICE_KINDS = ['drop_notice', 'delay_notice', 'duplicate_notice', 'reorder_notices', 'wrong_secret'];

export interface NoticeContext {
  now: Date;
  noticeRules?: Rule[];
}

export function addNotices(
  to: WithOutbox,
  url: string | undefined,
  bodies: readonly unknown[],
  { now, noticeRules }: NoticeContext,
): void {
  const rule = (kind: string) => noticeRules?.find((rule) => rule.kind === kind);
  if (url === undefined || rule('drop_notice')) return;
  const dueAt = now.getTime() + (rule('delay_notice')?.delayMs ?? 0);
  const copies = rule('duplicate_notice') ? (rule('duplicate_notice')?.copies ?? 1) + 1 : 1;
  const notices = bodies.flatMap((body) => {
    const notice: Notice = {
      id: randomUUID(),
      url,
      body,
      attempt: 1,
      dueAt,
      ...(rule('wrong_secret') ? { wrongSecret: true } : {}),
    };
    return Array.from({ length: copies }, () => ({ ...notice }));
  });
  to.outbox.push(...(rule('reorder_notices') ? notices.reverse() : notices));
}
