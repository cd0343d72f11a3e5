// THE PORT to who a visitor is for one day, and no longer (D-8): the salt is thrown away when the day is over.

export type VisitorKeys = {
  /** The same for the same address and `traits` on one day of the store, on every process. */
  keyOf(address: string, ...traits: string[]): Promise<string>;
};
