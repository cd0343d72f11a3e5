// What an operator may not decide, and the sentence that says so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byName } from '../../../contract/by-name.ts';
import { languages } from '../../../contract/languages.ts';
import { type SettingsInput, settingsSteps } from '../../../tests/support/settings-steps.ts';
import { startStore, type TestStore } from '../../../tests/support/store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await startStore();
});
afterAll(() => store.stop());

const { read, save } = settingsSteps(() => store);

describe('bad values', () => {
  test.each<[string, (input: SettingsInput) => void, string, RegExp]>([
    [
      'no name',
      (input) => {
        input.name = '  ';
      },
      'name',
      /^Enter the name of the store\.$/,
    ],
    [
      'a name of two lines',
      (input) => {
        input.name = 'A\nB';
      },
      'name',
      /one line/,
    ],
    [
      'a long name',
      (input) => {
        input.name = 'x'.repeat(61);
      },
      'name',
      /60 characters/,
    ],
    [
      'half a character',
      (input) => {
        input.name = 'x\ud800';
      },
      'name',
      /plain text/,
    ],
    [
      'no e-mail',
      (input) => {
        input.support_email = 'x';
      },
      'support_email',
      /one email address/,
    ],
    [
      'two e-mails',
      (input) => {
        input.support_email = 'a@b.c, d@e.f';
      },
      'support_email',
      /one email address/,
    ],
    [
      'hours in one language',
      (input) => {
        input.support_hours.pt = [];
      },
      'support_hours.pt',
      /in Portuguese, too/,
    ],
    [
      'a claim without its Portuguese text',
      (input) => {
        input.claims.guarantee.text.pt = ' ';
      },
      'claims.guarantee.text.pt',
      /“Guarantee” needs its text in Portuguese, or must be switched off\./,
    ],
    [
      'a price of nothing',
      (input) => {
        input.prices.unit_price_micros = 0;
      },
      'prices.unit_price_micros',
      /at least/,
    ],
    [
      'half a micro',
      (input) => {
        input.prices.unit_price_micros = 1.5;
      },
      'prices.unit_price_micros',
      /steps of/,
    ],
    [
      'a price beyond all',
      (input) => {
        input.prices.unit_price_micros = 1e6 + 1;
      },
      'prices.unit_price_micros',
      /most/,
    ],
    [
      'orders for free',
      (input) => {
        input.prices.unit_price_micros = 1;
      },
      'prices.unit_price_micros',
      /one cent/,
    ],
    [
      'a discount off the grid',
      (input) => {
        input.prices.tiers.Likes = [{ from_quantity: 5001, discount_percent: 10 }];
      },
      'prices.tiers.Likes.0.from_quantity',
      /500 to 30,000 in steps of 50/,
    ],
    [
      'a discount of everything',
      (input) => {
        input.prices.tiers.Views = [{ from_quantity: 5000, discount_percent: 100 }];
      },
      'prices.tiers.Views.0.discount_percent',
      /1 to 99 percent/,
    ],
    [
      'discounts out of order',
      (input) => void input.prices.tiers.Likes.reverse(),
      'prices.tiers.Likes.1.from_quantity',
      /in the order of their quantities/,
    ],
    [
      'a larger order for a smaller discount',
      (input) => {
        input.prices.tiers.Likes[1] = { from_quantity: 10_000, discount_percent: 10 };
      },
      'prices.tiers.Likes.1.discount_percent',
      /higher than the one before it/,
    ],
    [
      'a book',
      (input) => {
        input.legal.terms.en = 'x'.repeat(20_001);
      },
      'legal.terms.en',
      /20,000 characters/,
    ],
    [
      'a text with a zero byte',
      (input) => {
        input.legal.terms.en = 'a\u0000';
      },
      'legal.terms.en',
      /plain text/,
    ],
    [
      'a long address',
      (input) => {
        input.business.address = 'x'.repeat(401);
      },
      'business.address',
      /400/,
    ],
    [
      'a shape that does not fit',
      (input) => {
        (input as { name: unknown }).name = 7;
      },
      'settings',
      /settings\.name/,
    ],
  ])('%s is refused with a sentence, and nothing changes', async (_name, change, field, sentence) => {
    const before = await read();
    const { status, body } = await save(change);
    expect(status).toBe(400);
    expect(body).toMatchObject({ field, message: expect.stringMatching(sentence) });
    expect(body.message).toMatch(/\.$/);
    expect(await read()).toEqual(before);
  });

  test('every wrong value is named at once', async () => {
    const { body } = await save((input) => {
      input.name = '';
      input.support_email = '';
    });
    expect(body.problems).toMatchObject([{ field: 'name' }, { field: 'support_email' }]);
  });

  test('long legal texts in all languages fit into one save', async () => {
    const long = 'ã'.repeat(20_000);
    const { status } = await save((input) => {
      for (const name of ['terms', 'privacy', 'refunds'] as const) input.legal[name] = byName(languages, () => long);
    });
    expect(status).toBe(200);
    expect(
      await save((input) => {
        for (const name of ['terms', 'privacy', 'refunds'] as const)
          input.legal[name] = { ...byName(languages, () => null), en: '  ' };
      }),
    ).toMatchObject({ status: 200, body: { settings: { legal: { terms: { en: null, pt: null } } } } });
  });
});
