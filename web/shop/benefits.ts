// The four benefits of the home page (HOME-14, A-8). A claim that the operator does not show is replaced by a plain fact.
import type { StoreProfile } from '../../contract/store-profile.ts';
import type { IconName } from '../ui/icons.tsx';

export type Benefit = { icon: IconName; title: string; text: string };

export function benefitsOf({ claims, supportEmail }: StoreProfile): Benefit[] {
  const claimed: (Benefit & { shown: boolean })[] = [
    { icon: 'bolt', title: 'Fast start', text: claims.deliveryStart.text, shown: claims.deliveryStart.shown },
    { icon: 'clock', title: 'Done in a day', text: claims.deliveryDone.text, shown: claims.deliveryDone.shown },
    {
      icon: 'lock',
      title: claims.noPassword.text,
      text: 'The public link of your post is all we need',
      shown: claims.noPassword.shown,
    },
    { icon: 'shield', title: 'Your money is safe', text: claims.guarantee.text, shown: claims.guarantee.shown },
  ];
  const facts: Benefit[] = [
    { icon: 'card', title: 'Pay by card', text: 'Your card number goes to the payment provider, never to us' },
    { icon: 'list', title: 'Follow your order', text: 'Look it up by e-mail at any time, without an account' },
    { icon: 'link', title: 'Up to 5 posts', text: 'One order can be shared by several posts' },
    { icon: 'mail', title: 'Write to us', text: supportEmail },
  ];
  return [...claimed.filter(({ shown }) => shown).map(({ shown: _, ...benefit }) => benefit), ...facts].slice(0, 4);
}
