// What a start says on the terminal, not in the log: a password is told once and kept nowhere.
import type { FirstAdminOutcome } from './auth/first-admin.ts';
import type { Config } from './config.ts';

/** The lines, for standard output. */
export function greetingOf({ mode, publicUrl }: Config, { invented, nobody }: FirstAdminOutcome): string {
  const lines = [`Applaud (${mode}) is open at ${publicUrl}`];
  if (invented) {
    lines.push(`Admin: ${publicUrl}/admin-login`);
    lines.push(`  e-mail    ${invented.email}`, `  password  ${invented.password}   (shown this once)`);
  }
  if (nobody) lines.push('Nobody can sign in yet: npm run admin:create -- --email you@example.com');
  return `\n${lines.join('\n')}\n\n`;
}
