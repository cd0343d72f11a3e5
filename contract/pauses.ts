// What an admin pauses and resumes. Pure, without zod: pages load it.

/** sending: no links are sent, because a spending cap was reached. provider: it gets no new links. */
export const pauseKinds = ['checkout', 'sending', 'category', 'provider'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/** A pause that lasts longer is reported once. */
export const reportPauseAfterMs = 3_600_000;
