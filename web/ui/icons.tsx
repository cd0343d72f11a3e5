// Line icons on a 24-px grid. Each icon needs a text beside it.

import { iconPaths, LineIcon } from './icon.tsx';
import { moreIconPaths, sendIconPath } from './more-icons.ts';

const paths = {
  ...iconPaths,
  ...moreIconPaths,
  bolt: 'M13 3 4.5 13.5H11L10 21l8.5-10.5H12L13 3Z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M12 7.5V12l3 2',
  shield: 'M12 3 4.5 6v5.5c0 4.6 3.1 8 7.5 9.5 4.4-1.5 7.5-4.9 7.5-9.5V6L12 3Z M8.75 12l2.25 2.25L15.25 10',
  plus: 'M12 5v14 M5 12h14',
  minus: 'M5 12h14',
  chevronRight: 'M9.5 6 15.5 12 9.5 18',
  mail: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5Z M3.5 7l8.5 6 8.5-6',
  home: 'M4 11 12 4l8 7 M6 9.5V20h12V9.5 M10 20v-5.5h4V20',
  list: 'M8.5 6.5H20 M8.5 12H20 M8.5 17.5H20 M4.5 6.5v.01 M4.5 12v.01 M4.5 17.5v.01',
  users:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z M2.5 19.5c.6-3.4 3.2-5.5 6.5-5.5s5.9 2.1 6.5 5.5 M15.5 4.8a3.5 3.5 0 0 1 0 6.4 M18 14.5c1.9.8 3.1 2.6 3.5 5',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  chart: 'M4 4v16h16 M8 16v-4 M12.5 16V8 M17 16v-6',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z M3 12h18 M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z',
  settings:
    'M4 7h9 M17 7h3 M15 9.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z M4 17h3 M11 17h9 M9 19.25a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5Z',
  key: 'M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M12.5 12H21v3.5 M17.5 12v2.5',
  logout: 'M10 4.5H5.5A1 1 0 0 0 4.5 5.5v13a1 1 0 0 0 1 1H10 M9.5 12h11 M16.5 8l4 4-4 4',
  external: 'M14 4.5h5.5V10 M19.5 4.5 11 13 M17.5 13.5v5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1h5',
  send: sendIconPath,
  trash: 'M4 6.5h16 M9.5 6.5V4.5h5v2 M6 6.5l1 13.5h10l1-13.5',
  copy: 'M9 9h10.5v10.5H9V9Z M5.5 15H4.5V4.5H15v1',
  menu: 'M4 7h16 M4 12h16 M4 17h16',
  bell: 'M6 16.5v-6a6 6 0 0 1 12 0v6l1.5 1.5h-15L6 16.5Z M10 20.5h4',
  chat: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v8a1.5 1.5 0 0 1-1.5 1.5H11l-4.5 4v-4h-1A1.5 1.5 0 0 1 4 14.5v-8A1.5 1.5 0 0 1 5.5 5Z',
  hash: 'M9.5 4 7.5 20 M16.5 4l-2 16 M4.5 9h16 M3.5 15h16',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3Z M11 18h2',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M12 2v2 M12 20v2 M2 12h2 M20 12h2 M5 5l1.5 1.5 M17.5 17.5 19 19 M5 19l1.5-1.5 M17.5 6.5 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  tag: 'M12.5 4H19a1 1 0 0 1 1 1v6.5L11.5 20 4 12.5 12.5 4Z M16.2 7.8v.01',
  card: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5Z M3 10h18 M7 14.5h3',
} as const;

export type IconName = keyof typeof paths;

export const iconNames = Object.keys(paths) as IconName[];

export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return <LineIcon path={paths[name]} className={className} />;
}
