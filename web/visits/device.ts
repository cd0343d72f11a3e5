// Browser and device classes for a visit record, the same as in contract/user-agents.ts of the admin pages. Duplicated,
// because a shared module would become an extra file for every public page.

type Classes = readonly (readonly [name: string, pattern: RegExp])[];

const browsers: Classes = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Version\/.*Safari/],
];

const systems: Classes = [
  ['Windows', /Windows/],
  ['iPadOS', /iPad/],
  ['iOS', /iPhone|iPod/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

const types: Classes = [
  ['tablet', /iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/],
  ['mobile', /Mobi|iPhone|iPod|Android/],
  ['desktop', /^/],
];

export function deviceFields(userAgent: string) {
  const classOf = (classes: Classes) => classes.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Unknown';
  const type = classOf(types);
  return {
    is_mobile: type === 'mobile',
    device_type: type,
    browser: classOf(browsers),
    os: classOf(systems),
    user_agent: userAgent,
  };
}
