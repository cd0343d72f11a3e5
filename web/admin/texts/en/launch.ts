// The launch of a live store, in English.
import { type LaunchStatementId, launchQuestions } from '../../../../contract/launch.ts';

export const launch = {
  failed: "Couldn't load the checklist",
  isOpen: 'Open',
  isNotOpen: 'Not open yet',
  sandbox: 'Sandbox mode: orders are taken, no money moves. This is what a live store with these settings still needs.',
  closed: 'Visitors who try to order see: The store is not open yet.',
  done: 'Done:',
  required: 'Required:',
  advised: 'Advised:',
  notRequired: 'Advised, not required.',
  openedBy: 'Opened by',
  openedOn: 'On',
  delivery: 'Delivery',
  figures: 'Figures',
  opened: 'The store is open',
  statements: 'I state, under my name and on record:',
  /** Beside the recorded statement, which is in English; null: the recorded one alone. */
  statement: (_id: LaunchStatementId): string | null => null,
  questions: launchQuestions as Record<keyof typeof launchQuestions, string>,
  open: 'Open the store',
  notReady: 'Complete what is required above first.',
};
