// What an admin can pause and resume. Pure, without zod: pages load it.

/** sending: a spending cap stops all sends. provider: the provider gets no new links. */
export const pauseKinds = ['checkout', 'sending', 'category', 'provider'] as const;
export type PauseKind = (typeof pauseKinds)[number];

/** A pause that lasts longer is reported once. */
export const reportPauseAfterMs = 3_600_000;
