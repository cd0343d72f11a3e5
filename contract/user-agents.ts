// Classifies user agents. Pure.

export const browsers = ['Chrome', 'Firefox', 'Safari', 'Edge', 'Unknown'] as const;
export type Browser = (typeof browsers)[number];
export const systems = ['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'iPadOS', 'ChromeOS', 'Unknown'] as const;
export type System = (typeof systems)[number];
export const deviceTypes = ['desktop', 'mobile', 'tablet'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/**
 * The order matters: Chrome and Edge also contain "Safari". The pages in apps, such as Instagram and TikTok, name no browser:
 * they are shown by the one of the system.
 */
export function browserOf(userAgent: string): Browser {
  if (/Edg(e|A|iOS)?\//.test(userAgent)) return 'Edge';
  if (/Firefox\/|FxiOS\//.test(userAgent)) return 'Firefox';
  if (/Chrome\/|CriOS\//.test(userAgent)) return 'Chrome';
  const system = systemOf(userAgent);
  if (system === 'Android') return 'Chrome';
  if (system === 'iOS' || system === 'iPadOS') return 'Safari';
  if (system === 'macOS' && /AppleWebKit\//.test(userAgent)) return 'Safari';
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
  // Apps repeat "Android" behind "Mobile".
  const isAndroidTablet = /Android/.test(userAgent) && !/Mobile/.test(userAgent);
  if (isAndroidTablet || /iPad|Tablet|PlayBook|Silk/.test(userAgent)) return 'tablet';
  return /Mobi|iPhone|iPod|Android/.test(userAgent) ? 'mobile' : 'desktop';
}
