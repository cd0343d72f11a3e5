// Composes My Orders: codes, proofs, and the setting that asks for a code.
import { isCodeRequired } from '../../contract/tracking-settings.ts';
import { createOrderProof } from '../modules/tracking/order-proof.ts';
import { createTrackingCodes } from '../modules/tracking/tracking-codes.ts';
import { derivedSecret } from '../platform/secrets.ts';
import { createMailTrackCode } from '../workflows/mail-track-code.ts';
import type { Core } from './core.ts';
import type { OrderServices } from './orders.ts';

export type TrackingServices = ReturnType<typeof wireTracking>;

export function wireTracking(core: Core, orders: Pick<OrderServices, 'receiptLinks'>) {
  const { config, jwtSecret, sealer } = core;
  const { database, clock, ids, jobs, outbox, settings } = core;
  const codes = createTrackingCodes(derivedSecret(jwtSecret, 'tracking codes'));
  const secret = derivedSecret(jwtSecret, 'tracking proofs');
  const canMail = config.mail !== null;
  return {
    codes,
    canMail,
    proof: createOrderProof({ secret, clock, isKeyOf: orders.receiptLinks.isKeyOf }),
    ...createMailTrackCode({
      database,
      codes,
      sealer,
      jobs,
      outbox,
      ids,
      clock,
    }),
    isCodeRequired: async () =>
      isCodeRequired((await settings.current()).tracking, { canMail, isLive: config.mode === 'live' }),
  };
}
