// What tests of automatic dispatch do and look at, in a store that is started later.
import { deliverySteps } from './delivery-steps.ts';
import { settingsSteps } from './settings-steps.ts';
import { owner, type TestStore } from './store.ts';

export function automaticDispatchSteps(storeOf: () => TestStore) {
  const { save } = settingsSteps(storeOf);
  const { apiOrders, calls } = deliverySteps(storeOf);

  async function setAutomatic(isOn: boolean): Promise<void> {
    await storeOf().admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
    const { status } = await save((input) => {
      input.automatic_dispatch = isOn;
    });
    if (status !== 200) throw new Error(`The settings were not saved (${status}).`);
  }

  return {
    setAutomatic,
    /** Before each test: a provider without faults and without open orders, and automatic dispatch switched on. */
    reset: async (): Promise<void> => {
      await storeOf().control('/provider/clear', {});
      await storeOf().control('/provider/advance', { status: 'Completed', remains: 0 });
      await storeOf().control('/calls/clear', {});
      await setAutomatic(true);
    },
    states: async (id: string) => (await apiOrders(id)).map(({ status }) => status),
    adds: () => calls('add'),
    /** The sweep of every minute, and the jobs that it adds. */
    sweepAfter: async (byMs = 61_000): Promise<void> => {
      storeOf().advance(byMs);
      await storeOf().app.jobHandlers.sweep_waiting({});
      await storeOf().drain();
    },
  };
}
