// A pseudonym of a visitor for one day. Its salt is deleted when the day ends.

export type VisitorKeys = {
  /** The same for the same address and `traits` on one day of the store, on every process. */
  computeKey(address: string, ...traits: string[]): Promise<string>;
};
