// What a live part keeps for when it is mounted again after a failure, such as a draft.

export type Memory = Record<string, unknown>;
/** Undefined in a test of the part alone. */
export type WithMemory = { memory?: Memory };
