// The section of the digest, in English.
import type { DigestPeriod } from '../../../../contract/digest-rules.ts';

export const digest = {
  help: 'The figures of the day or week before, beside those of the period before it, and what needs attention. It goes by email to the saved address in the section Owner. While none is saved there, no digest is mailed. A channel gets it if you choose it among its messages.',
  hourHelp: (zone: string) => `In the time zone of the store, ${zone}.`,
  preview: 'Preview',
  hide: 'Hide preview',
  previewHelp: 'The real figures, as the digest would be sent now. Nothing is sent.',
  failed: "Couldn't load the preview",
  period: 'Period',
  periods: { daily: 'Yesterday', weekly: 'Last week' } satisfies Record<DigestPeriod, string>,
};
