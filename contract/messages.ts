// Texts that server and pages share verbatim.
import { signInMessages } from './sign-in-messages.ts';

const linkRule = 'https://www.instagram.com/, https://instagram.com/, or www.instagram.com/';

export const messages = {
  emailRequired: 'We need your email address to send you updates about your order!',
  linkInvalid: `Please enter valid Instagram URLs. URLs must start with ${linkRule}`,
  linkHelp: `URLs must start with ${linkRule}`,
  linkEmpty: 'Please fill in all Instagram post URLs or remove empty fields!',
  linkDuplicate: 'Please enter each Instagram post URL only once!',
  emailInvalid: 'Please enter a valid email address (like you@example.com)',
  emailRefused: 'The payment system does not accept this email address. Please use another one.',
  linkMissing: 'Please add at least one Instagram post URL to get your likes!',
  linkHint: 'This does not look like a post link',
  linkOpensNoPost: 'This link does not open a post. Paste the link of a post.',
  linkUnreadable: 'This link cannot be read as the link of a post. Copy the link of the post once more.',
  formatCharacter: 'There is an invisible character in this text. Delete the text and type it again.',
  tooManyLinks: 'An order takes at most 5 links.',
  priceChanged: 'Price has changed. Please review your order and try again.',

  paymentUnreachable: 'Unable to connect to payment system. This might be a temporary issue with our payment provider.',
  paymentTrouble: 'Payment system is having trouble right now. Please try again in a few minutes.',
  paymentLibraryMissing: 'Payment system is loading... Please refresh the page and try again!',
  paymentInitFailed: 'Payment initialization failed. Our team has been notified and is working on it!',
  orderServerError: 'Unable to create your order right now. Our servers might be busy - please try again!',
  networkError: 'Connection issue detected! Check your internet and try again.',
  somethingWrong: 'Something went wrong. Please try again.',
  orderClosed: 'This order is closed. Please create another order.',
  tooManyTries: 'This order was tried too often. Please create another order.',

  orderNotFound: 'Order not found',
  orderNotPaid: 'Order is not paid',
  notOpenYet: 'The store is not open yet.',
  checkoutPaused: 'We are not taking new orders right now. Please try again later.',
  categoryPaused: 'We are not taking new orders for this at the moment. Orders that are paid are delivered.',
  cardDeclines: 'Too many cards were declined. Nothing was charged. Please wait before you try to pay again.',
  ...signInMessages,
} as const;
