// Icon paths of the public pages, except the home page.

export const moreIconPaths = {
  lock: 'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v6.5a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5V12a1.5 1.5 0 0 1 1.5-1.5Z M8 10.5V7.75a4 4 0 0 1 8 0v2.75',
  check: 'M5 12.5 10 17.5 19.5 7',
  close: 'M6 6l12 12 M18 6 6 18',
  arrowLeft: 'M20 12H4 M10 6l-6 6 6 6',
  warning: 'M12 4 2.8 19.5h18.4L12 4Z M12 10v4.5 M12 17v.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M12 11v5 M12 8v.01',
  refresh: 'M20 11a8 8 0 0 0-14.3-4L3.5 9.5 M3.5 4.5v5h5 M4 13a8 8 0 0 0 14.3 4l2.2-2.5 M20.5 19.5v-5h-5',
  chevronDown: 'M6 9.5 12 15.5 18 9.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Z M15.5 15.5 20.5 20.5',
} as const;

/** A separate export, because only one page needs it. */
export const sendIconPath = 'M20.5 3.5 10 14 M20.5 3.5 14 20.5 10 14 3.5 10 20.5 3.5Z';
