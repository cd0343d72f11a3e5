// What sets a store up, and the operator's attestation before the store takes real payments. The texts are shown and recorded verbatim.

export const launchStatementIds = ['genuine', 'claims', 'texts', 'allowed', 'money'] as const;
export type LaunchStatementId = (typeof launchStatementIds)[number];

export const launchStatements: Record<LaunchStatementId, string> = {
  genuine: 'What is delivered is genuine: the activity of real people.',
  claims: 'Every claim that is switched on is true, and I can show the figures behind it.',
  texts: 'Terms, privacy and refunds say what this store really does, and fit the law where I sell.',
  allowed: 'I may sell this where I sell it, and I know the rules of the platform and of my payment provider.',
  money: 'Payments go to an account of mine, and I refund what is not delivered.',
};

/** Maximum length of each recorded answer, in characters. */
export const longestLaunchAnswer = 2_000;

/** Questions that the operator answers in free text. */
export const launchQuestions = {
  delivery: 'How is delivery made?',
  figures: 'Which figures on the pages are substantiated, and by what?',
} as const;

/** The steps from an empty store to its first order, in display order. */
export const setupSteps = [
  'store',
  'prices',
  'texts',
  'gateway',
  'provider',
  'mail',
  'notifications',
  'second_factor',
  'backup',
  'launch',
  'purchase',
] as const;
export type SetupStep = (typeof setupSteps)[number];
