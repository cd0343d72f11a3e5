// The English texts for the states of an order: payment, progress and delivery.

export const units = { Likes: 'likes', Views: 'views' } as const;
export const progress = {
  label: 'Progress',
  stages: ['Received', 'Paid', 'Sent', 'Delivered'],
  done: ': done',
  next: ': next',
  notYet: ': not yet',
  incomplete: ': incomplete',
} as const;
/** Of an order, by its payment and, once that is there, by its delivery. */
export const states = {
  units,
  payments: {
    unpaid: { title: 'This order is not paid yet', text: 'Nothing was charged. You can pay for it now.' },
    confirming: {
      title: 'Confirming your payment',
      text: 'This takes a moment. This page updates automatically: you can leave it open, or come back later under My Orders.',
    },
    confirmingLong: {
      title: 'Confirming your payment',
      text: "Don't pay again. Confirming takes longer than usual. This page updates automatically, and your payment is not lost if you close it.",
    },
    declined: { title: 'Your card was declined', text: 'Nothing was charged. You can try another card.' },
    declinedClosed: {
      title: 'Your card was declined',
      text: 'Nothing was charged. This order is closed, and nothing will be delivered. You can place a new order.',
    },
    expired: { title: 'The time to pay ran out', text: 'Nothing was charged. You can still pay for this order.' },
    expiredClosed: {
      title: 'This order was not paid in time',
      text: 'Nothing was charged. This order is closed, and nothing will be delivered. You can place a new order.',
    },
    refunded: {
      title: 'This order was refunded',
      text: 'The amount goes back to the card it was paid with. It can take your bank a few days to show the refund.',
    },
    disputed: {
      title: 'This payment is disputed',
      text: 'The bank of the card has asked for the amount back, so nothing more is delivered. Write to us about it.',
    },
  },
  titles: {
    paid: 'Payment received. Thank you!',
    completed: 'Your order is complete',
    partial: 'A part of your order is missing',
    notDelivered: 'Your order was not delivered',
  },
  deliveries: {
    toSend: "We'll start delivering your {unit} now.",
    sending: 'Your {unit} are on their way to {sent} of {links} posts. The rest follows.',
    inProgress: 'Your {unit} are on their way.',
    inProgressCounted: 'Your {unit} are on their way: {delivered} of {ordered} so far.',
    completed: 'All your {unit} are delivered.',
    partial: '{delivered} of {ordered} {unit} were delivered. {missing} are missing.',
    partialUncounted: 'Some of your {unit} were not delivered.',
    notDelivered: 'None of your {unit} were delivered.',
  },
  missingOpen: 'We are checking it: what is missing is delivered later or refunded. You do not need to do anything.',
  missingClosed: 'Nothing more will be delivered. Write to us if you have a question about it.',
  partlyRefunded: 'A part of the amount was refunded.',
} as const;
