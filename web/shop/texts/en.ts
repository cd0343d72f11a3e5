// The English texts of the public pages, as specified. `island`: the texts that the browser needs, too.
import { enClient } from './en-client.ts';
import { progress, states, units } from './en-order-states.ts';

export const en = {
  shell: {
    skip: 'Skip to content',
    needsScript: {
      home: 'Choosing another package and paying need JavaScript, which is turned off here.',
      client: 'Looking up orders needs JavaScript, which is turned off here. You can write to us instead.',
      success:
        'Following your payment needs JavaScript, which is turned off here. If you have paid, your order is on its way: we confirm it by ourselves.',
    },
    sandbox: 'Sandbox: no money moves',
    main: 'Main',
    footer: 'Footer',
    legal: 'Legal',
    menu: 'Menu',
    questions: 'Questions?',
    home: 'Home',
    about: 'How it works',
    contact: 'Contact',
    client: 'My Orders',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
  },
  heads: {
    home: {
      title: 'likes and views for your Instagram posts',
      description:
        'Choose how many likes or views you want, paste your post link and pay by card. No account, no password.',
    },
    about: {
      title: 'How it works',
      description:
        'Three steps to more likes or views, and plain answers on safety, speed, several posts, refunds and passwords.',
    },
    contact: {
      title: 'Contact',
      description: 'How to reach our support by email, when we answer, and what to write so that we can help at once.',
    },
    checkout: {
      title: 'Checkout',
      description: 'Enter your email and your post links, then pay by card in the form on this page.',
    },
    success: { title: 'Your order', description: 'What became of your payment, and what happens next.' },
    client: { title: 'My Orders', description: 'Find your orders by email and follow their delivery.' },
    terms: { title: 'Terms', description: 'What you buy here, what we promise and what we do not, in plain words.' },
    privacy: {
      title: 'Privacy',
      description: 'What this store keeps about you, why, for how long, and who else sees it.',
    },
    refunds: { title: 'Refunds', description: 'When you get your money back, how to ask for it, and how it is paid.' },
    receipt: { title: 'Receipt', description: 'What was bought and paid with one order.' },
    'not-found': { title: 'Page not found', description: 'There is nothing at this address.' },
  },
  home: {
    page: {
      headline: 'More {unit} for your posts',
      lead: 'Pick how many, paste your link, pay by card. No account.',
      benefits: 'Benefits',
      howTitle: 'How it works',
      questionsTitle: 'Good to know',
      more: 'More answers are on {link}.',
      moreLink: 'how it works',
    },
    island: {
      units,
      names: { Likes: 'Likes', Views: 'Views' },
      picker: 'Choose your package',
      what: 'What do you want?',
      slider: 'Number of {unit}',
      quickPicks: 'Quick picks',
      exact: 'Exact number',
      range: 'From {min} to {max} in steps of {step}',
      proceed: 'Proceed to Checkout',
      share: 'Up to {posts} posts can share this quantity',
      price: 'Price',
      insteadOf: 'instead of',
      off: '{percent}% OFF',
      save: 'You save {amount}',
      discountsFrom: 'Discounts start at {count} {unit}',
      costLess: '{count} {unit} cost {price}, less than your current selection',
      costSame: '{count} {unit} cost {price}, the same as your current selection',
      take: 'Take {count}',
    },
  },
  benefits: {
    start: 'Fast start',
    done: 'Done in a day',
    password: 'The public link of your post is all we need',
    money: 'Your money is safe',
    card: 'Pay by card',
    cardText: 'Your card number goes to the payment provider, never to us',
    follow: 'Follow your order',
    followText: 'Look it up by email at any time, without an account',
    posts: 'Up to {posts} posts',
    postsText: 'One order can be shared by several posts',
    write: 'Write to us',
  },
  steps: [
    {
      title: 'Select a package',
      text: 'Choose likes or views, and how many. The price is shown at once and is final.',
    },
    {
      title: 'Add your post URL',
      text: 'Paste the link of your post, or up to five of them. Your account stays yours.',
    },
    { title: 'Complete your order', text: 'Pay by card on the same page. Then follow the delivery by email address.' },
  ],
  questions: {
    safety: {
      question: 'Is it safe for my account?',
      answer:
        'We only use the public link of your post. You never sign in and never give us access to your account. Instagram has rules of its own about bought engagement and may remove it or act on accounts that use it, so decide with that in mind.',
    },
    speed: {
      question: 'How fast is delivery?',
      answer: '{promises} You can follow every post under My Orders.',
      noPromise: 'Delivery begins once your payment is confirmed.',
    },
    posts: {
      question: 'Can several posts share one order?',
      answer: 'Yes. Add up to {posts} post links at checkout and the quantity is split evenly between them.',
    },
    refunds: {
      question: 'What if something is not delivered?',
      answer: '{guarantee} Write to {email} with your order number. Refunds go back to the card you paid with.',
      more: 'How refunds work',
    },
    passwords: {
      question: 'Do you need my password?',
      answer: 'No. We never ask for a password, and nobody who works with us ever will. If someone does, tell us.',
    },
  },
  about: {
    title: 'How it works',
    lead: 'Three steps, a minute or two, no account.',
    choose: 'Choose your package',
    questions: 'Frequently asked questions',
    else: 'Something else? {link}.',
    write: 'Write to us',
  },
  success: {
    units,
    progress,
    states,
    noneTitle: 'No order named',
    noneText: 'This page shows an order when you come from its payment.',
    unknownTitle: 'Order not found',
    unknownText: 'The link may be incomplete. Your orders are listed by email.',
    payNow: 'Pay now',
    otherCard: 'Try another card',
    tryAgain: 'Try Again',
    support: 'Contact Support',
    track: 'Track Your Order',
    another: 'Create Another Order',
    receipt: 'Receipt',
    order: 'Order',
    package: 'Package',
    amount: 'Amount',
  },
  client: enClient,
  contact: {
    title: 'Contact',
    lead: 'A person reads every message. Put your order number in it, and we can help at once.',
    email: 'Email',
    aim: 'We aim to answer within 24 hours.',
    hours: 'Hours',
    urgent: 'Urgent?',
    urgentText: 'Put {word} in the subject, and your message is read first.',
    waiting: 'Waiting for an order? Its progress is one search away.',
    orders: 'My Orders',
  },
  notFound: {
    home: 'Take Me Home',
    back: 'Go Back',
    fact: 'Fun fact:',
    wordings: [
      {
        title: 'This page has zero likes',
        text: 'And zero views, because it does not exist. Everything that does is one click away.',
        fact: 'The heart became the sign for love in the Middle Ages. It took it 700 years to become a button.',
      },
      {
        title: 'We looked everywhere',
        text: 'Behind the slider, under the checkout, between two posts. There is nothing at this address.',
        fact: 'The first web page ever made, from 1991, can still be visited. It never said 404.',
      },
      {
        title: 'Nothing here but applause',
        text: 'The audience is ready, but the show is somewhere else.',
        fact: 'Applause is catching: people clap because others clap, and stop when others stop.',
      },
    ],
  },
} as const;
