// The public pages that are measured, and how each is judged.

export type MeasuredPage = {
  path: string;
  /** All JavaScript of the page in gzip, at most; 1 kB = 1,000 bytes. */
  scriptKilobytes: number;
  /** It has a control that needs its script; the result page only has links. */
  live: boolean;
  /** The first paint, at most so many times that of a bare page of the home page's weight. */
  timesBare?: number;
  /** Shows one order: its address names one that was just placed. */
  ofOrder?: true;
  /** Answers 404, which every browser logs as an error of the page. */
  missing?: true;
  /** Search engines may list it (S-20). */
  indexable: boolean;
};

export const home = '/';

export const publicPages: MeasuredPage[] = [
  { path: home, scriptKilobytes: 59.5, live: true, indexable: true, timesBare: 1.2 },
  { path: '/pt', scriptKilobytes: 59.5, live: true, indexable: true },
  { path: '/about', scriptKilobytes: 75, live: false, indexable: true },
  { path: '/contact', scriptKilobytes: 75, live: true, indexable: true },
  { path: '/checkout', scriptKilobytes: 76.3, live: true, indexable: false, timesBare: 1.2 },
  { path: '/success', scriptKilobytes: 75, live: false, indexable: false, ofOrder: true },
  { path: '/client', scriptKilobytes: 75, live: true, indexable: false },
  { path: '/terms', scriptKilobytes: 75, live: false, indexable: true },
  { path: '/privacy', scriptKilobytes: 75, live: false, indexable: true },
  { path: '/refunds', scriptKilobytes: 75, live: false, indexable: true },
  { path: '/no-such-page', scriptKilobytes: 75, live: false, indexable: false, missing: true },
];
