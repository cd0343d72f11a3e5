import { getAdmin } from '../../request-context.ts';
import { routes, type StoreModule } from '../../store-module.ts';
import { listMethods, removeKeys, saveKeys, saveMethod, testMethod } from './payment-method-settings.ts';

export const paymentMethods = {
  routes: routes({
    listPaymentMethods: listMethods,
    savePaymentMethod: (ctx, { params, body }, call) => saveMethod(ctx, params.method, body, getAdmin(call)),
    savePaymentMethodKeys: (ctx, { params, body }, call) => saveKeys(ctx, params.method, body, getAdmin(call)),
    removePaymentMethodKeys: (ctx, { params }, call) => removeKeys(ctx, params.method, getAdmin(call)),
    testPaymentMethod: (ctx, { params }) => testMethod(ctx, params.method),
  }),
} satisfies StoreModule;
