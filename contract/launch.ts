// What an operator states before the store takes real money (D-25), word for word as it is shown and recorded.

export const launchStatementIds = ['genuine', 'claims', 'texts', 'allowed', 'money'] as const;
export type LaunchStatementId = (typeof launchStatementIds)[number];

export const launchStatements: Record<LaunchStatementId, string> = {
  genuine: 'What is delivered is genuine: the activity of real people.',
  claims: 'Every claim that is switched on is true, and I can show the figures behind it.',
  texts: 'Terms, privacy and refunds say what this store really does, and fit the law where I sell.',
  allowed: 'I may sell this where I sell it, and I know the rules of the platform and of my payment provider.',
  money: 'Payments go to an account of mine, and I refund what is not delivered.',
};

/** Characters at most in each of the two answers that are recorded with the statements. */
export const longestLaunchAnswer = 2_000;

/** What the operator answers in own words, as the form asks it. */
export const launchQuestions = {
  delivery: 'How is delivery made?',
  figures: 'Which figures on the pages are substantiated, and by what?',
} as const;
