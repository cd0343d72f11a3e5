// The settings page and the sections of its form, in English.
import { byName } from '../../../../contract/by-name.ts';
import type { DeclineScope } from '../../../../contract/card-testing.ts';
import type { Category } from '../../../../contract/category.ts';
import type { ClaimName } from '../../../../contract/claim-names.ts';
import { languageNames, presetTitles, type TextPreset } from '../../../../contract/language-texts.ts';
import { languages } from '../../../../contract/languages.ts';
import { claimTitles, legalTitles } from '../../../../contract/message-texts/en-settings.ts';
import type { SpendingKind } from '../../../../contract/spending-caps.ts';
import type { LegalName } from '../../../../contract/store-profile.ts';

/** The names of what the contract lists. */
export const settingNames = {
  claims: claimTitles as Record<ClaimName, string>,
  legal: legalTitles as Record<LegalName, string>,
  languages: byName(languages, (lang) => languageNames[lang].en),
  presets: presetTitles as Record<TextPreset, string>,
  categories: { Likes: 'Likes', Views: 'Views' } satisfies Record<Category, string>,
};

export const settingsPage = {
  failed: "Couldn't load the settings",
  savedBy: (version: number, admin: string) => `Version ${version}, saved by ${admin},`,
  first: (version: number) => `Version ${version}, the values of a new store,`,
  locked: 'Your role cannot change the settings.',
  unsaved: (changes: number) => (changes === 1 ? '1 change not saved' : `${changes} changes not saved`),
  discard: 'Discard',
  review: 'Review and save',
  saveTitle: 'Save these changes?',
  noChanges: 'There are no changes left to save.',
  late: 'Your changes, on top of theirs, are listed above.',
  save: 'Save',
  saved: 'Settings saved',
  savedHelp: 'The pages show them within a second.',
};

export const history = {
  failed: "Couldn't load the history",
  older: 'Show older changes',
  theStore: 'The store',
  version: (version: number) => `, version ${version}`,
  first: 'The values of a new store.',
};

/** The names and values in a list of changes. */
export const changes = {
  becomes: 'becomes',
  titles: {
    'prices.unit_price_micros': 'Base price per 1,000',
    'prices.tiers.Likes': 'Discounts on likes',
    'prices.tiers.Views': 'Discounts on views',
    checkout_paused: 'Checkout paused',
  },
  shown: (claim: string) => `${claim}, shown`,
  confirmedBy: (claim: string) => `${claim}, confirmed by`,
  supportHours: (language: string) => `Support hours, ${language}`,
  preset: (language: string) => `Default texts, ${language}`,
  text: (key: string, language: string) => `Text ${key}, ${language}`,
  on: 'on',
  off: 'off',
  defaultText: 'the default text',
  noLimit: 'no limit',
  nobody: 'no one',
  nothing: 'nothing',
};

export const store = {
  hoursHelp: 'One line each, or “24/7”. Empty: no hours are shown.',
  zoneHelp: (time: string) => `It is ${time} there.`,
  zoneChanged: (days: number) =>
    `Saving rebuilds the figures by the days of this zone. Visitors older than ${days} days keep the days they were counted by.`,
  rebuilding: (next: string, current: string) =>
    `The figures are being rebuilt for ${next}. Until then days and times are in ${current}.`,
  businessHelp: 'Shown on the receipt of every paid order.',
};

export const selling = {
  help: 'The pages of a paused category show its banner and take no new orders. Placed orders can be paid, and paid ones are delivered.',
  pause: (category: string) => `Pause selling ${category.toLowerCase()}`,
  since: (date: string) =>
    `Paused since ${date}, because no provider could deliver it. Once one can, Home offers to sell again.`,
  banner: (category: string, language: string) => `Banner for ${category.toLowerCase()}, ${language}`,
  defaultBanner: 'The default sentence is shown.',
};

export const guarantee = {
  help: 'While the guarantee runs, buyers can report lost units on the page of their order, once a day and post. A change applies to placed orders, too. 0: no guarantee.',
  export: 'Export reported drops (CSV)',
};

export const prices = {
  basePrice: 'Base price per 1,000, in dollars',
  help: 'From a quantity on, the whole order is discounted. An order keeps the price it was placed with.',
  discounts: (category: string) => `${category}: discounts`,
  noDiscounts: 'None: every quantity costs the base price.',
  from: 'From quantity',
  percent: '% off',
  remove: (category: string, from: string) => `Remove the discount on ${category} from ${from || 'no quantity'}`,
  add: (category: string) => `Add a discount on ${category}`,
  packages: (category: string) => `${category}: package prices`,
  columns: { quantity: 'Quantity', now: 'Now', after: 'After saving' },
};

export const claims = {
  help: 'A claim must be true.',
  liveHelp: 'It is shown once it is confirmed',
  sandboxHelp: 'Live mode shows one only once it is confirmed',
  moreHelp:
    '; other words need another confirmation. Opening the store confirms the money-back promise: you state there that you refund what is not delivered.',
  show: 'Show the claim',
  confirm: 'I confirm that this is true',
  fact: 'A fact of the software: it needs no confirmation.',
  hoursMissing: 'Not shown: the support hours above are not “24/7” in every language.',
  confirmed: (admin: string | null, date: string) => `Confirmed by ${admin}, ${date}`,
  unconfirmed: 'Not shown: not confirmed',
};

/** Below a field for a number, when it becomes another one. */
export const typedNumbers = {
  least: (count: string) => `At least ${count}`,
  most: (count: string) => `At most ${count}`,
  inSteps: (step: string) => `In steps of ${step}`,
  whole: 'Whole numbers only',
  invalid: 'Invalid, not changed',
  enterNumber: 'Enter a number.',
};

export const guardrails = {
  help: 'What admins with the role Support may refund. Managers and owners refund any amount.',
  ownerOnly: 'Only an owner changes these limits.',
  capsHelp:
    'What this store may spend before an owner looks. A cap that is reached refuses more until an owner lifts it, and the owner gets an email at once. Empty: no cap.',
  used: (hour: string, day: string) => `Used: ${hour} in an hour, ${day} in 24 hours`,
  reached: 'Cap reached',
  lift: {
    provider: 'Resume spending at providers',
    refunds: 'Resume refunds',
    confirmations: 'Resume marking as paid',
  } satisfies Record<SpendingKind, string>,
};

export const cardTesting = {
  help: 'New payments wait once this many cards were declined, until the oldest decline leaves the time. Leave a limit empty to switch it off. For buyers who paid in the last 90 days, only the limit of their email counts.',
  hints: {
    address: 'An IPv4 address, or the /64 of an IPv6 address.',
    network: 'The /24 of an IPv4 address, or the /48 of an IPv6 address.',
    email: 'The email of the order.',
    all: 'All buyers together.',
  } satisfies Record<DeclineScope, string>,
  paused: 'Checkout paused',
  opened: 'Checkout open',
  failed: "Couldn't change the checkout",
  isPaused: 'The checkout is paused.',
  isOpen: 'The checkout is open.',
  pausedHelp: 'No one can order or pay. Payments that were started still count.',
  openHelp: 'A pause refuses new orders and payments, and the page informs buyers.',
  open: 'Open the checkout',
  pause: 'Pause the checkout',
};

export const legal = {
  /** Around the marks of a heading, of the store's name and of its email. */
  help: {
    paragraph: 'An empty line ends a paragraph,',
    heading: 'begins a heading;',
    and: 'and',
    values: 'are replaced by those of the store. Left empty, the default text is shown.',
  },
  placeholder: 'The default text is shown.',
  see: 'View page',
};

export const sessions = {
  ownerOnly: 'Only an owner changes this.',
};

export const owner = {
  help: (hours: number) =>
    `The owner gets an email about new sign-ins, admins, keys and second factors, and about everything urgent. A change of the address waits ${hours} hours, and the present address gets an email at once.`,
  failed: "Couldn't load the owner",
  email: "Owner's email",
  emailHelp: 'This is the support email until you save an address here.',
  save: 'Save address',
  saved: 'Address saved',
  waits: (hours: number) => `It takes effect in ${hours} hours.`,
  goesTo: (address: string) => `Notices go to ${address}.`,
  noMail: 'No mail server is set (SMTP_URL): notices are only in the list of alerts, and in Emails.',
  pendingTo: 'Notices go to',
  pendingFrom: (time: string, admin: string) => `from ${time} on. Requested by ${admin}.`,
  cancel: 'Cancel the change',
};
