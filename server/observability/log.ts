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

/** Writes lines of `level` and above. `output`: instead of standard output. */
export function createLog(level: string, output: LogOutput | null = null): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[removed]',
    },
  };
  return (output ? pino(options, output) : pino(options)) as unknown as Log;
}

type LogOutput = { write(line: string): void };

/** For a start that a person reads: until `open`, only lines of warn and above are written. */
export function createTerminalOutput(write: (text: string) => void): LogOutput & { open(): void } {
  let isOpen = false;
  return {
    write(line) {
      if (isOpen || /^\{"level":"(warn|error)"/.test(line)) write(line);
    },
    open() {
      isOpen = true;
    },
  };
}

/** For tests and tools without log output. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  child: () => silentLog,
};
