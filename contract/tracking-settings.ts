// When My Orders requires a code. Pure, without zod: the form uses it too.

/**
 * automatic: required in a live store with a mail server. always: without a mail server too, and then only the browser
 * that ordered sees its orders. never: an email alone shows the orders of 90 days, with shortened links.
 */
export const codeRules = ['automatic', 'always', 'never'] as const;
export type CodeRule = (typeof codeRules)[number];
export type TrackingSettings = { ask_for_code: CodeRule };

export function isCodeRequired(
  { ask_for_code }: TrackingSettings,
  store: { canMail: boolean; isLive: boolean },
): boolean {
  return ask_for_code === 'always' || (ask_for_code === 'automatic' && store.canMail && store.isLive);
}
