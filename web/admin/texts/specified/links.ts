// The labels of the links of an order that the specification gives to the letter.
import * as en from '../en.ts?items';
import type { Texts } from '../texts.ts';

export const links: Texts['links'] = {
  ...en.links,
  postSent: 'Post sent successfully',
  postSentHelp: (link) => `Post link ${link} has been sent to the provider API`,
  sendFailedHelp: (link) => `Failed to send post link ${link}`,
  refillDone: 'Refill requested successfully',
};
