// Steps of a buyer who pays by transfer, and of an operator with the file of a bank.
import type { AnswerFor, CallFor } from '../../contract/index.ts';
import type { Placed } from './orders.ts';
import { sessionBody } from './orders.ts';
import { owner, type TestStore } from './store.ts';

type Settings = CallFor<'PUT /api/admin/transfer-settings'>['body'];
type Proposal = AnswerFor<'POST /api/admin/transfers/match'>['proposals'][number];

export const transferSettings: Settings = {
  instructions: {
    en: 'Send {{amount}} to account 123456-7.\nReference {{reference}}, until {{expires}}.',
    pt: 'Envie {{amount}} para a conta 123456-7.\nReferência {{reference}}, até {{expires}}.',
  },
  expiry_days: 3,
  pix: null,
};

export function transferSteps(store: () => TestStore) {
  /** A session ends in the days that a transfer takes. */
  async function prove(): Promise<void> {
    const { token } = await store().visitor.call('POST /api/admin/login', { body: owner });
    store().admin = store().as(token);
    await store().admin.call('POST /api/admin/step-up', { body: { password: owner.password } });
  }

  return {
    prove,

    /** Saves the settings and turns the method on. */
    async turnOn(change: Partial<Settings> = {}): Promise<void> {
      await prove();
      await store().admin.call('PUT /api/admin/transfer-settings', { body: { ...transferSettings, ...change } });
      await store().admin.call('PUT /api/admin/payment-methods/{method}', {
        params: { method: 'manual' },
        body: { is_on: true, titles: {}, minimum: null, maximum: null, hidden_countries: [] },
      });
    },

    async chooseTransfer(order: Placed) {
      const answer = await store().visitor.call('POST /api/bigpay/init-session', {
        body: { ...sessionBody(order), method: 'manual' },
      });
      if (!answer.manual) throw new Error('The answer has no transfer.');
      return answer.manual;
    },

    /** `lines`: day, amount, text. */
    async match(
      lines: readonly (readonly [day: string, amount: string, text: string])[],
      currency: 'USD' | 'BRL' = 'USD',
    ) {
      const file = [
        'Date,Amount,Description',
        ...lines.map(([day, amount, text]) => `${day},"${amount}",${text}`),
      ].join('\n');
      return store().admin.call('POST /api/admin/transfers/match', { body: { file, currency } });
    },

    decide({ order_id, day, amount, currency, text, repeat }: Proposal, decision: 'accepted' | 'left', note?: string) {
      return store().admin.ask('POST /api/admin/orders/{id}/transfers', {
        params: { id: order_id },
        body: { day, amount, currency, text, repeat, decision, ...(note === undefined ? {} : { note }) },
      });
    },
  };
}
