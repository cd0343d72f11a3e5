// How long the page of the admin stays signed in without a use. Pure, without zod: the form uses it too.

/** Minutes. The last one is the life of a session. */
export const idleChoices = [30, 60, 120, 240, 480, 1_440] as const;
export type IdleMinutes = (typeof idleChoices)[number];
export type SessionSettings = { idle_minutes: IdleMinutes };

export const firstSessions: SessionSettings = { idle_minutes: 120 };
