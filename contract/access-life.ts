// How long API keys and webhooks live. Pure: used by the dialogs and by the server.

/** In days: the limits, and the lifetime where none is named. */
export const accessLifeDays = { least: 1, most: 3650, first: 90 } as const;
/** That many days before the end, an action item announces it. */
export const expiryNoticeDays = 7;
