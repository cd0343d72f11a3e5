import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefusalReason } from '../../provider.ts';
import {
  balanceIn,
  batchAnswers,
  decimalText,
  errorTextIn,
  idText,
  refusalReason,
  statusAnswer,
  wholeCount,
} from './panel-map.ts';

const asIs = (text: string) => text;

describe('the class of a refusal', () => {
  const texts: [RefusalReason, string[]][] = [
    ['request', ['Incorrect request', 'Invalid action']],
    ['key', ['Invalid API key', 'API key is incorrect', 'Your account is inactive']],
    ['service', ['Incorrect service ID', 'error.incorrect_service_id', 'neworder.error.incorrect_service_id']],
    ['link', ['neworder.error.link', 'neworder.error.invalid_link', 'Bad link', 'Invalid link']],
    [
      'same_link',
      [
        'neworder.error.link_duplicate',
        'You have active order with this link. Please wait until order being completed.',
      ],
    ],
    [
      'quantity',
      [
        'neworder.error.min_quantity',
        'neworder.error.max_quantity',
        'Quantity less than minimal 100',
        'Quantity more than maximum 10000',
      ],
    ],
    [
      'funds',
      ['neworder.error.not_enough_funds', 'Not enough funds on balance', 'Not enough funds', 'Insufficient balance'],
    ],
    ['order', ['Incorrect order ID', 'Order not found']],
    ['refill', ['Incorrect refill ID', 'Refill is disabled for this service', 'The order is not completed']],
    ['rate', ['Rate limit exceeded', 'Too many requests']],
    ['other', ['Saldo insuficiente', 'error', '', 'The bad link', 'Bad link format unknown']],
  ];
  const cases = texts.flatMap(([reason, each]) => each.map((text) => [text, reason] as const));

  it.each(cases)('GEN-7: "%s" is about: %s (rule 5)', (text, reason) => {
    expect(refusalReason(text)).toBe(reason);
    expect(refusalReason(` ${text.toUpperCase()}. `)).toBe(reason);
  });

  it('of several texts, the first that is listed decides', () => {
    expect(refusalReason('102; Bad link')).toBe('link');
  });
});

describe('an error in a body', () => {
  it.each([
    [{ error: 'Bad link' }, 'Bad link'],
    [{ error: 'Bad link', status: '102' }, 'Bad link'],
    [{ error: 'Bad link', order: 5 }, 'Bad link'],
    [{ error: { message: 'Bad link' } }, 'Bad link'],
    [{ error: { code: 102, message: 'Bad link' } }, '102; Bad link'],
    [{ error: ['Bad link', 'Invalid link'] }, 'Bad link; Invalid link'],
    [{ error: { link: ['Bad link'] } }, 'Bad link'],
    [{ error: true }, 'error'],
    [{ error: 102 }, '102'],
    [{ error: true, message: 'Not enough funds' }, 'Not enough funds'],
    [{ error: 1, errors: ['Bad link', 'Bad quantity'] }, 'Bad link; Bad quantity'],
    [{ error: 102, msg: 'Bad link' }, '102; Bad link'],
    [{ error: 'Bad link', message: 'See the manual' }, 'Bad link'],
  ])('%j says %s, whatever else it says (rule 3)', (json, text) => {
    expect(errorTextIn(json)).toBe(text);
  });

  it.each([
    { error: '' },
    { error: null },
    { error: false },
    { error: 0 },
    { error: [] },
    { error: {} },
    {},
    [],
    null,
    'x',
    4,
  ])('%j says none (rule 3)', (json) => {
    expect(errorTextIn(json)).toBeNull();
  });

  it('survives an error nested without end', () => {
    expect(errorTextIn(JSON.parse(`{"error":${'['.repeat(50_000)}${']'.repeat(50_000)}}`))).toBeNull();
  });
});

describe('single values', () => {
  it.each([
    [23501, '23501'],
    ['23501', '23501'],
    [' ab-12 ', 'ab-12'],
    ['0012', '0012'],
  ])('takes %j for the id %s (rule 4)', (value, id) => {
    expect(idText(value)).toBe(id);
  });

  it.each([0, '0', '', ' ', -1, '-1', 1.5, 1e21, 2 ** 53, null, undefined, true, {}, '1,2', 'a b', 'x'.repeat(101)])(
    'takes %j for no id',
    (value) => {
      expect(idText(value)).toBeNull();
    },
  );

  it.each([
    [157, 157],
    ['157', 157],
    [0, 0],
    ['0', 0],
    [-3, null],
    ['-3', null],
    ['Unknown', null],
    [1.5, null],
    ['', null],
    [undefined, null],
    [1e21, null],
  ])('reads the count %j as %j (rule 8)', (value, count) => {
    expect(wholeCount(value)).toBe(count);
  });

  it.each([
    ['0.27819', '0.27819'],
    [0.27819, '0.27819'],
    ['1,234.50', '1234.50'],
    ['-3', '-3'],
    ['free', null],
    ['1,23', '1.23'],
    ['$0.90', '0.90'],
    ['1,234', null],
    [1e-9, null],
    [undefined, null],
  ])('reads the money %j as %j', (value, text) => {
    expect(decimalText(value)).toBe(text);
  });
});

describe('balances', () => {
  it.each([
    ['100.84292', '100.84292'],
    [12.5, '12.5'],
    ['12,50', '12.50'],
    ['$12.50', '12.50'],
    ['-$1,234.50', '-1234.50'],
    ['$ -3', '-3'],
    ['R$ 1.234,56', '1234.56'],
    ['12.50 USD', '12.50'],
    ['USD 12.50', '12.50'],
    ['12,50\u00A0€', '12.50'],
    ['1 234 567,8', '1234567.8'],
    ['1,234.5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,23,456.78', '123456.78'],
    ["1'234.5", '1234.5'],
    ['1234,567', '1234.567'],
    ['0,123', '0.123'],
    ['12,3456', '12.3456'],
    ['12.345', '12.345'],
    [12.345, '12.345'],
    ['12.50 USDT', '12.50'],
    ['free', null],
    ['1.234,567.8', null],
    ['1,2345,678', null],
    ['12.', null],
    ['--1', null],
    ['12,50,1', null],
    ['$', null],
    ['', null],
  ])('ADM-API-2: %j is %j', (balance, amount) => {
    expect(balanceIn({ balance })?.balance ?? null).toBe(amount);
  });

  it.each(['1,234', '12,345', '$1.234', 'R$ 1.234', '-1,000', '999,999 EUR'])(
    'D-92: %j may be two amounts, and is read as neither',
    (balance) => {
      expect(balanceIn({ balance })).toEqual({ balance: null, text: balance, currency: '' });
    },
  );

  it.each([
    ['1.234', 'JPY', null],
    ['-12.345', 'idr', null],
    ['1.234', 'VND', null],
    [1.234, 'JPY', '1.234'],
    ['1234.567', 'JPY', '1234.567'],
    ['1.2345', 'JPY', '1.2345'],
    ['1.234', 'USD', '1.234'],
    ['1.234', 'KWD', '1.234'],
    ['1.234', '', '1.234'],
    ['1.234', 'coins', '1.234'],
  ])('D-92: %j in %j is %j: a point is no decimal sign in a currency without decimals', (balance, currency, amount) => {
    expect(balanceIn({ balance, currency })?.balance).toBe(amount);
    expect(balanceIn({ currency, data: { balance } })).toMatchObject({ balance: amount, currency });
  });

  it('D-92: a very long amount is refused at once', () => {
    const began = performance.now();
    expect(decimalText(`1${' '.repeat(1_000_000)}1`)).toBeNull();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('D-92: however a panel formats an amount, it is read as that amount or not at all', () => {
    const styles = [
      { thousands: '', decimal: '.' },
      { thousands: '', decimal: ',' },
      { thousands: ',', decimal: '.' },
      { thousands: '.', decimal: ',' },
      { thousands: ' ', decimal: ',' },
      { thousands: '\u00A0', decimal: '.' },
      { thousands: "'", decimal: '.' },
    ];
    const marks = [
      ['', ''],
      ['$', ''],
      ['R$ ', ''],
      ['', ' USD'],
      ['', '\u00A0€'],
    ] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom(...styles),
        fc.constantFrom(...marks),
        fc.boolean(),
        (whole, decimals, { thousands, decimal }, [before, after], isNegative) => {
          const fraction = '98765'.slice(0, decimals);
          const grouped = String(whole).replace(/(?<=\d)(?=(\d{3})+$)/g, thousands);
          const minus = isNegative ? '-' : '';
          const balance = `${minus}${before}${grouped}${decimals > 0 ? decimal + fraction : ''}${after}`;
          const read = balanceIn({ balance });
          expect(read, balance).not.toBeNull();
          if (read?.balance == null) {
            // Thousands in one language, and three decimals in another.
            expect(balance.replace(/[^\d.,]/g, ''), balance).toMatch(/^[1-9]\d{0,2}[.,]\d{3}$/);
            return;
          }
          // A point without other signs is the decimal sign of the API.
          const isPlainPoint = thousands === '.' && before + after === '' && /^-?\d{1,3}\.\d{3}$/.test(balance);
          if (!isPlainPoint) expect(Number(read.balance), balance).toBe(Number(`${minus}${whole}.${fraction || 0}`));
        },
      ),
    );
  });

  it.each([
    [{ data: { balance: '12.50', currency: 'EUR' } }, 'EUR'],
    [{ status: 'success', currency: 'EUR', data: { balance: 12.5 } }, 'EUR'],
    [[{ balance: '12,50' }], ''],
    [{ result: { user: { balance: '$12.50' } } }, ''],
  ])('ADM-API-2: is found in %j', (json, currency) => {
    expect(Number(balanceIn(json)?.balance)).toBe(12.5);
    expect(balanceIn(json)?.currency).toBe(currency);
  });
});

describe('statuses', () => {
  const partial = { charge: '0.27819', start_count: '3572', status: 'Partial', remains: '157', currency: 'USD' };
  const known = {
    outcome: 'known',
    live: { status: 'Partial', remains: 157, startCount: 3572, charge: '0.27819' },
  };
  const badId = { outcome: 'refused', reason: 'order', text: 'Incorrect order ID' };

  it('GEN-9: one answer is read, strings or numbers alike (rule 4)', () => {
    expect(statusAnswer(partial, asIs)).toEqual(known);
    expect(statusAnswer({ ...partial, start_count: 3572, remains: 157, charge: 0.27819 }, asIs)).toEqual(known);
  });

  it('GEN-9: the status is kept as the provider words it, known or not', () => {
    expect(statusAnswer({ status: 'in_progress' }, asIs)).toEqual({
      outcome: 'known',
      live: { status: 'in_progress', remains: null, startCount: null, charge: null },
    });
  });

  it('an error goes before the status (rule 3)', () => {
    expect(statusAnswer({ error: 'Incorrect order ID', status: '102' }, asIs)).toEqual(badId);
  });

  it.each([{}, { remains: 4 }, { status: '' }, { status: null }, { status: {} }, null, 'Completed', []])(
    '%j says no status',
    (json) => {
      expect(statusAnswer(json, asIs)).toBeNull();
    },
  );

  it('GEN-9: a batch is keyed by id, with errors of single ids (rule 7)', () => {
    const batch = { 1: partial, 2: { error: 'Incorrect order ID' }, 9: partial };
    expect([...(batchAnswers(batch, ['1', '2', '3'], asIs) ?? [])]).toEqual([
      ['1', known],
      ['2', badId],
    ]);
  });

  it('GEN-9: a batch may be a list, ids as numbers or text', () => {
    const batch = [{ order: 1, ...partial }, { order: '2', error: 'Incorrect order ID' }, null, { ...partial }];
    expect([...(batchAnswers(batch, ['1', '2'], asIs) ?? [])]).toEqual([
      ['1', known],
      ['2', badId],
    ]);
  });

  it('an empty batch leaves every id out', () => {
    expect(batchAnswers({}, ['1', '2'], asIs)).toEqual(new Map());
    expect(batchAnswers([], ['1', '2'], asIs)).toEqual(new Map());
  });

  it.each([null, 'ok', 5, partial, [partial], { 9: partial }])('%j is no batch for what was asked (rule 4)', (json) => {
    expect(batchAnswers(json, ['1', '2'], asIs)).toBeNull();
  });

  it('is not led astray by the names of built-in fields', () => {
    const batch = JSON.parse('{"1":{"status":"Completed"}}');
    expect([...(batchAnswers(batch, ['1', 'constructor', '__proto__'], asIs) ?? new Map()).keys()]).toEqual(['1']);
  });
});
