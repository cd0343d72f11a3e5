import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { listOffered } from '../../workflows/choose-method.ts';
import { listMethods, removeKeys, saveKeys, saveMethod, testMethod } from './payment-method-settings.ts';
import { readTransferSettings, saveTransferSettings } from './transfer-settings.ts';

export const paymentMethods = {
  routes: routes({
    listOfferedMethods: async (ctx, { query: { amount, orderId } }, { ip }) => {
      const offered = await listOffered(ctx, { amountCents: Math.round(amount * 100), orderId, ip });
      return { methods: offered.map(({ method, titles }) => ({ method, titles })) };
    },
    listPaymentMethods: listMethods,
    savePaymentMethod: (ctx, { params, body }, call) => saveMethod(ctx, params.method, body, getAdmin(call)),
    savePaymentMethodKeys: (ctx, { params, body }, call) => saveKeys(ctx, params.method, body, getAdmin(call)),
    removePaymentMethodKeys: (ctx, { params }, call) => removeKeys(ctx, params.method, getAdmin(call)),
    getTransferSettings: readTransferSettings,
    saveTransferSettings: (ctx, { body }, call) => saveTransferSettings(ctx, body, getAdmin(call)),
    testPaymentMethod: (ctx, { params }) => testMethod(ctx, params.method),
  }),
} satisfies StoreModule;
