// Prints the start on the terminal, not in the log: a password is shown once and stored nowhere.

import { englishMessage } from '../contract/message-texts/english-message.ts';
import type { Config } from './config/config.ts';
import type { FirstAdminOutcome } from './modules/auth/first-admin.ts';

/** The lines, for standard output. */
export function startupBanner(
  { mode, publicUrl }: Config,
  { invented, nobody }: FirstAdminOutcome,
  { canBuyersOrder, hasPaymentMethod }: { canBuyersOrder: boolean; hasPaymentMethod: boolean },
): string {
  const lines = canBuyersOrder
    ? [`Applaud (${mode}) is open at ${publicUrl}`]
    : [
        `Applaud (${mode}) is open at ${publicUrl} for its admins only.`,
        ...(hasPaymentMethod ? [] : [englishMessage({ code: 'check_gateway' })]),
        `Buyers can order once you confirm the launch: ${publicUrl}/admin?tab=settings (Launch)`,
      ];
  if (invented) {
    lines.push(`Admin: ${publicUrl}/admin-login`);
    lines.push(`  email     ${invented.email}`, `  password  ${invented.password}   (shown this once)`);
  }
  if (nobody) lines.push('Nobody can sign in yet: npm run admin:create -- --email you@example.com');
  return `\n${lines.join('\n')}\n\n`;
}
