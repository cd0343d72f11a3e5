// The log: JSON lines on standard output, no personal data, secrets removed wherever they turn up.
import pino from 'pino';

export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
};

const secretNames = [
  'apiPassword',
  'webhookSecret',
  'jwtSecret',
  'successIndicator',
  'authorization',
  'password',
  'token',
  'key',
  'apiKey',
  'secret',
  'x-notification-secret',
  'cookie',
];

/** Writes lines of `level` and above. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[removed]',
    },
  }) as unknown as Log;
}

/** For tests and tools without log output. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
