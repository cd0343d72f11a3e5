// The steps from an empty store to its first order. Each is judged by the launch checks or by the System page.
import { isDeepStrictEqual } from 'node:util';
import type { AnswerFor } from '../../contract/index.ts';
import { type SetupStep, setupSteps } from '../../contract/launch.ts';
import { firstOffers, priceListOf } from '../../contract/offers.ts';
import type { StoreContext } from '../context.ts';
import { readChannelFigures } from '../modules/notifications/notification-channels.service.ts';
import * as ordersRepository from '../modules/orders/orders.repository.ts';
import type { Admin } from '../request-context.ts';
import { type LaunchCheck, readLaunch } from './launch-store.ts';

type Setup = AnswerFor<'GET /api/admin/setup'>;

/** The launch checks of a step. */
const checksOf: Partial<Record<SetupStep, readonly string[]>> = {
  store: ['support_email'],
  texts: ['claims', 'legal'],
  gateway: ['gateway'],
  provider: ['provider'],
  mail: ['mail'],
};
const required: readonly SetupStep[] = ['store', 'gateway', 'provider', 'launch', 'purchase'];

export async function readSetup(ctx: StoreContext, admin: Admin): Promise<Setup> {
  const { config } = ctx;
  const [{ open, checks }, settings, channels, hasSold, backup] = await Promise.all([
    readLaunch(ctx, admin),
    ctx.settings.current(),
    readChannelFigures(ctx),
    ordersRepository.hasPaidOrder(ctx.database.db),
    ctx.infrastructure.backup(),
  ]);
  const isReady = checks.every((check) => check.done || !check.required);
  const ownPrices = !isDeepStrictEqual(priceListOf(settings.offers), priceListOf(firstOffers()));
  const done: Partial<Record<SetupStep, boolean>> = {
    // Prices at which an order was paid are those that the operator means.
    prices: ownPrices || hasSold,
    notifications: channels.enabled > 0,
    second_factor: !admin.factors.includes('password'),
    backup: backup !== null,
    launch: open,
    purchase: hasSold,
  };
  return {
    shown: settings.home.setup,
    mode: config.mode,
    steps: setupSteps.map((id) => {
      const left = (checksOf[id] ?? []).map((check) => getCheck(checks, check)).find((check) => !check.done);
      const isDone = id in checksOf ? left === undefined : done[id] === true;
      const { title, code, params } = left ?? {};
      return {
        id,
        done: isDone,
        required: required.includes(id),
        after: isDone ? null : findEarlier(id, { isReady, isOpen: open, checks }),
        check: title === undefined ? null : { title, code, params },
      };
    }),
  };
}

function getCheck(checks: readonly LaunchCheck[], id: string): LaunchCheck {
  const check = checks.find((one) => one.id === id);
  if (!check) throw new Error(`There is no launch check ${id}.`);
  return check;
}

type Progress = { isReady: boolean; isOpen: boolean; checks: readonly LaunchCheck[] };

// A store opens with what it requires, and sells once it is open.
function findEarlier(id: SetupStep, { isReady, isOpen, checks }: Progress): SetupStep | null {
  if (id === 'purchase' && !isOpen) return 'launch';
  if (id !== 'launch' || isReady) return null;
  return required.find((step) => checksOf[step]?.some((check) => !getCheck(checks, check).done)) ?? null;
}
