// Classifies user agents. Pure.

export const browsers = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Unknown'] as const;
export type Browser = (typeof browsers)[number];
export const systems = ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'iPadOS', 'ChromeOS', 'Unknown'] as const;
export type System = (typeof systems)[number];
export const deviceTypes = ['desktop', 'mobile', 'tablet'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/** The order matters: Chrome and Edge also contain "Safari". */
export function browserOf(userAgent: string): Browser {
  if (/Edg(e|A|iOS)?\//.test(userAgent)) return 'Edge';
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'Firefox';
  if (/Chrome\/|CriOS\//.test(userAgent)) return 'Chrome';
  return /Version\/.*Safari/.test(userAgent) ? 'Safari' : 'Unknown';
}

export function systemOf(userAgent: string): System {
  if (/Windows/.test(userAgent)) return 'Windows';
  if (/iPad/.test(userAgent)) return 'iPadOS';
  if (/iPhone|iPod/.test(userAgent)) return 'iOS';
  if (/Android/.test(userAgent)) return 'Android';
  if (/CrOS/.test(userAgent)) return 'ChromeOS';
  if (/Mac OS X|Macintosh/.test(userAgent)) return 'macOS';
  return /Linux|X11/.test(userAgent) ? 'Linux' : 'Unknown';
}

export function deviceTypeOf(userAgent: string): DeviceType {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod|Android/.test(userAgent) ? 'mobile' : 'desktop';
}
