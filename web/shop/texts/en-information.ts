// The About page, the default terms, privacy and refund texts of the store, and the status page, in English.
import { statedFacts } from '../../../contract/language-texts.ts';
import { units } from './en-orders.ts';

const facts = statedFacts.en;

export const enLegal = {
  contents: 'On this page',
  terms: {
    title: 'Terms',
    lead: 'What you buy at {name}, and what you can and cannot expect.',
    sections: [
      {
        heading: 'What you buy',
        text: [
          'You buy a number of likes or views for public Instagram posts that you name. One order can be shared by up to five posts.',
          'We pass your links and quantities on to an engagement provider, which delivers them. You need no account here, and we never ask for a password.',
        ],
      },
      {
        heading: 'What we do not promise',
        text: [
          'We do not promise who is behind a like or a view, nor that it brings followers, sales or reach.',
          'Instagram can remove likes and views at any time, also after they were delivered. {losses}',
          'Where these pages name times, they say what usually happens. {name} is not part of Instagram or Meta.',
        ],
      },
      {
        heading: 'Rules of the platform, and the law',
        text: [
          'Instagram’s rules restrict bought engagement. Instagram may remove it, show your posts to fewer people, or act on your account. You decide whether to take that risk.',
          'In many countries it is against the law to mislead others about how popular a person, a product or a business is. Do not use what you buy here for that.',
        ],
      },
      {
        heading: 'Your order',
        text: [
          'Order only for posts that are yours or that you may act for. Keep them public, and keep their links unchanged, until the delivery is complete.',
          'Check the links before you pay. If one is wrong, write to us at once: a link can be replaced until it is sent.',
        ],
      },
      {
        heading: 'Price and payment',
        text: [
          'Prices are in US dollars. The price on the checkout page is the whole price, and it is charged once.',
          'You pay by card in the form of our payment provider. An order that is not paid expires by itself.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'What {name} keeps about you, why, and for how long.',
    /** What `{address}` stands for. */
    addresses: {
      cut: 'Your network address is shortened before it is stored,',
      whole: 'Your network address is stored whole,',
    },
    sections: [
      {
        heading: 'Your order',
        text: [
          'We keep your email address, your post links, the country of your network address, what you ordered, the terms that you accepted, what it cost and how far it is, so that we can deliver it, answer you and keep our books. Your email address, links and country are deleted after {orders} days, or when you ask us to, with our notes about the order and about you, and what we corrected in it.',
          'The record of the emails that we sent you about an order is kept for {mails} days.',
          'Card details go straight to the payment provider. We learn only whether a payment went through, for how much, its number, and the kind of card with its last four digits.',
          'The engagement provider gets the post link and the quantity, never your email address.',
        ],
      },
      {
        heading: 'Looking up orders',
        text: [
          'My Orders works without a password: whoever enters your email address sees the number, date, quantity, price and progress of the orders made with it in the last 90 days, with shortened links. Everything else opens only in the browser that ordered, from the link in our emails, or with a code that we email to you.',
        ],
      },
      {
        heading: 'Your visit',
        text: [
          'We count visits without cookies: the page, the site that led to it, how long it was open, the kind of device, browser and screen, the language, the time zone, the country and, where it is known, the city. {address} and you are told apart from others by a code that changes every day.',
          'These records are deleted after {visits} days. Only totals stay. Which pages are open right now, with the name and version of your browser, is deleted within two days.',
          'If your browser asks not to be tracked (Global Privacy Control or Do Not Track), no record is stored at all, only a daily count goes up by one.',
          'Your browser itself remembers the language you chose, that you have been here before and, until you close the tab, the order you are putting together and when you opened its last pages.',
        ],
      },
      {
        heading: 'Security',
        text: [
          'Signs of abuse, such as many wrong sign-ins or far too many requests, are kept with the full network address, the name and version of the browser and the email address that was tried, for {alerts} days. So is what your browser reports when the card form fails.',
          'To count requests and unpaid orders we keep a code made from your network address, which cannot be turned back without our key: for a day at most, and with your order.',
        ],
      },
      {
        heading: 'Messages',
        text: [
          'What you write to us, with your name and address, is kept for {messages} days so that we can answer. We use your email address for your orders and your questions, not for advertising, and we sell nothing about you.',
        ],
      },
      {
        heading: 'Your choice',
        text: [
          'Write to {email} to see, correct or delete what we keep about you. What bookkeeping must keep stays without your address and your links.',
        ],
      },
    ],
  },
  refunds: {
    title: 'Refunds',
    lead: 'You pay for what is delivered. This is how you get back the rest.',
    sections: [
      {
        heading: 'When you get money back',
        text: [`If an order is paid and nothing is delivered, we refund all of it. ${facts.missingPart}`],
      },
      {
        heading: 'When you do not',
        text: [
          'What was delivered is not refunded, also when Instagram removes it later. {losses}',
          'If a post is private, deleted or not the one you meant, it cannot be delivered to. Write to us at once: what has not been sent can still be refunded.',
        ],
      },
      {
        heading: 'How to ask',
        text: ['Write to {email} with your order number. You need to give no reason other than what is missing.'],
      },
      {
        heading: 'How it is paid',
        text: [
          `The money goes back through the payment provider to the card you paid with, never anywhere else. ${facts.bankDays}`,
        ],
      },
    ],
  },
} as const;

export const enAbout = {
  title: 'How it works',
  lead: 'Three steps, a minute or two, no account.',
  choose: 'Choose your package',
  sample: 'This is a sample. Every order gets a page like this one.',
  seeSample: 'See a sample order',
  who: {
    title: 'Who delivers',
    text: [
      '{name} takes your order and answers your questions. Engagement providers deliver the likes and views.',
      'A provider gets the link of your post and the quantity, never your email address. Your card number goes to the payment provider, never to us.',
      '{name} is not part of Instagram or Meta. We do not promise who is behind a like or a view.',
    ],
    seller: 'Seller',
  },
  when: {
    title: 'From payment to delivery',
    lead: 'Keep your posts public and their links unchanged until the delivery is complete.',
    steps: [
      {
        title: 'You pay',
        text: `The payment provider confirms the payment to us. ${facts.orderPage}`,
      },
      {
        title: 'We send your links',
        text: 'Each post goes to a provider with its share of the quantity. {start}',
      },
      {
        title: 'Likes and views arrive',
        text: 'The page of your order shows for every post how many of the ordered number are delivered. {done}',
      },
      {
        title: 'The order is complete',
        text: 'The provider has reported every post as delivered.',
      },
    ],
  },
  ifNot: {
    title: 'If something goes wrong',
    cases: [
      {
        title: 'Your card is declined',
        text: 'Nothing is charged. Try another card. An order that is never paid expires by itself.',
      },
      {
        title: 'Your payment is not confirmed yet',
        text: "Don't pay again. We ask the payment provider until it gives a clear answer.",
      },
      {
        title: 'A part is missing',
        text: `Your order shows how much. ${facts.missingPart} If nothing happens, write to {email} with your order number.`,
      },
      {
        title: 'Your post is private or deleted',
        text: 'Nothing can be delivered to it. Make it public again, or write to us at once.',
      },
      {
        title: 'Likes or views are removed later',
        text: 'Instagram can remove likes and views at any time. {losses}',
      },
    ],
  },
  refunds: {
    title: 'Refunds',
    text: `{guarantee} A refund goes back through the payment provider to the card that you paid with. ${facts.bankDays}`,
    more: 'The refund rules',
  },
  questions: 'Frequently asked questions',
  else: 'Something else? {link}.',
  write: 'Write to us',
} as const;

export const enStatus = {
  units,
  title: 'Status',
  titles: {
    ok: 'Everything works',
    degraded: 'Deliveries may be late',
    down: 'We cannot take orders right now',
  },
  leads: {
    ok: 'You can order, and orders are delivered.',
    degraded: 'You can order. Paid orders are recorded, and delivery continues as soon as possible.',
    down: 'Paid orders are recorded. Please try again in a few minutes.',
  },
  orders: 'Orders of {unit}',
  selling: { selling: 'Open', paused: 'Paused' },
  provider: 'Delivery service',
  providers: { reachable: 'Responds', unreachable: 'Does not respond', unknown: 'Not checked yet' },
  lastDelivery: 'Last completed delivery',
  none: 'Not known yet',
  checked: 'Checked {time}. Reload this page for news.',
} as const;
