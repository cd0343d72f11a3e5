// The questions that buyers ask (ABOUT-4..8), answered with what the operator really promises and nothing more.
import { maxPosts } from '../../contract/share.ts';
import type { Claim, StoreProfile } from '../../contract/store-profile.ts';

export type Question = { topic: string; question: string; answer: string };

export function questionsOf({ claims, supportEmail }: StoreProfile): Question[] {
  const promises = sentences(claims.deliveryStart, claims.deliveryDone);
  const guarantee = sentences(claims.guarantee);
  return [
    {
      topic: 'safety',
      question: 'Is it safe for my account?',
      answer:
        'We only use the public link of your post. You never sign in and never give us access to your account. ' +
        'Instagram has rules of its own about bought engagement, so choose amounts that suit your account.',
    },
    {
      topic: 'speed',
      question: 'How fast is delivery?',
      answer: `${promises || 'Delivery begins once your payment is confirmed.'} You can follow every post under My Orders.`,
    },
    {
      topic: 'posts',
      question: 'Can several posts share one order?',
      answer: `Yes. Add up to ${maxPosts} post links at checkout and the quantity is split evenly between them.`,
    },
    {
      topic: 'refunds',
      question: 'What if something is not delivered?',
      answer:
        `${guarantee} Write to ${supportEmail} with your order number. Refunds go back to the card you paid with.`.trim(),
    },
    {
      topic: 'passwords',
      question: 'Do you need my password?',
      answer: 'No. We never ask for a password, and nobody who works with us ever will. If someone does, tell us.',
    },
  ];
}

function sentences(...claims: Claim[]): string {
  return claims
    .filter(({ shown }) => shown)
    .map(({ text }) => `${text}.`)
    .join(' ');
}
