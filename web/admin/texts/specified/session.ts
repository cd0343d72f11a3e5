// The labels of the session tab that the specification gives to the letter, and its form of dates.
import { formatDatePtBr } from '../../../ui/format-date.ts';
import * as en from '../en.ts?pages';
import type { Texts } from '../texts.ts';

export const session: Texts['session'] = {
  ...en.session,
  date: (at) => formatDatePtBr(at),
  statuses: {
    ...en.session.statuses,
    'Expiring Soon': 'Expiring Soon',
    'Not Authenticated': 'Not Authenticated',
  },
};
