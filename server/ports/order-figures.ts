// THE PORT to the figures of orders, for modules that show them beside their own. docs/figures.md defines each one.
export type OrderFigures = {
  /** Orders placed. */
  orders: number;
  /** Orders paid, of which money is kept. */
  paidOrders: number;
  revenueCents: number;
  /** Orders placed that were paid and are completed. */
  delivered: number;
};

export type OrderPeriod = OrderFigures & { from: string; to: string };

export type ReadOrderFigures = {
  /** The last hours, to the millisecond. The work grows with them. */
  withinHours(hours: number): Promise<OrderFigures>;
  /** So many days of the store, the last of them so many days ago; `from` and `to` are days. */
  ofDays(days: number, daysAgo: number): Promise<OrderPeriod>;
};
