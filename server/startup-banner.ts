// Prints the start on the terminal, not in the log: a password is shown once and stored nowhere.

import { englishMessage } from '../contract/message-texts/english-message.ts';
import type { StoreMessage } from '../contract/store-messages.ts';
import type { Config } from './config/config.ts';
import type { FirstAdminOutcome } from './modules/auth/first-admin.ts';

type StartFacts = {
  canBuyersOrder: boolean;
  hasPaymentMethod: boolean;
  /** That Node gets no security updates; null: it does. */
  aboutNode: StoreMessage | null;
};

/** The lines, for standard output. */
export function startupBanner(
  { mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>,
  { invented, nobody }: FirstAdminOutcome,
  { canBuyersOrder, hasPaymentMethod, aboutNode }: StartFacts,
): string {
  const state = [`Applaud (${mode}) is open at ${publicUrl}${canBuyersOrder ? '' : ' for its admins only.'}`];
  if (nobody) state.push('Nobody can sign in yet: npm run admin:create -- --email you@example.com');
  if (!hasPaymentMethod) state.push(englishMessage({ code: 'check_gateway' }));
  if (!canBuyersOrder)
    state.push(`Buyers can order once you confirm the launch: ${publicUrl}/admin?tab=settings (Launch)`);
  const parts = [state];
  if (invented) {
    parts.push([
      `Admin: ${publicUrl}/admin-login`,
      `  email     ${invented.email}`,
      `  password  ${invented.password}   (shown this once)`,
    ]);
    parts.push([
      'Next: buy likes on the home page with card 5123450000000008, expiry 01/39, security code 100.',
      'Then sign in, and send them from Home.',
    ]);
  }
  if (aboutNode) parts.push([englishMessage(aboutNode)]);
  return `\n${parts.map((lines) => lines.join('\n')).join('\n\n')}\n\n`;
}
