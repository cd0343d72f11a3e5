// Every shape of an answer to `add`, through the client: a link that may have been placed never counts as failed (D-17).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { likesRequest, type PanelStandIn, startPanelStandIn } from '../../../../../tests/stand-ins/panel-stand-in.ts';

let setup: PanelStandIn;
beforeEach(async () => {
  setup = await startPanelStandIn();
});
afterEach(() => setup.stop());

const placeWith = (text: string, status = 200) => {
  setup.answerWith(text, status);
  return setup.subject.place(likesRequest);
};

describe('an answer to add', () => {
  it.each([
    ['{"order":123,"error":"Insufficient balance"}', 200, '123'],
    ['{"order":"123","error":"Bad link"}', 200, '123'],
    ['{"order":"ab-77","error":"something"}', 200, 'ab-77'],
    ['{"error":"Bad link","order":5}', 422, '5'],
    ['{"error":"Invalid API key","order":5}', 401, '5'],
    ['{"error":"Insufficient balance","order":"9"}', 500, '9'],
    ['{"error":true,"order":123}', 200, '123'],
    ['{"error":{"message":"failed","order_id":88}}', 200, '88'],
    ['{"error":"x","data":{"order":123}}', 200, '123'],
    ['{"error":"x","data":{"orderId":"123"}}', 200, '123'],
    ['{"error":"x","order":[123]}', 200, '123'],
    ['{"error":"x","orders":["77"]}', 200, '77'],
    ['{"error":"x","id":4}', 400, '4'],
    ['{"order":123,"status":"fail"}', 200, '123'],
    ['{"order":123,"status":"Error"}', 200, '123'],
    ['{"order":123,"success":false}', 200, '123'],
    ['{"order":123,"success":0}', 200, '123'],
    ['{"order":123,"result":"FAILED"}', 200, '123'],
    ['{"data":{"order":123}}', 200, '123'],
    ['{"order":[123]}', 200, '123'],
    ['[{"order":123}]', 200, '123'],
    ['{"order":123}', 400, '123'],
    ['{"order":123}', 500, '123'],
    ['{"order":123}', 302, '123'],
  ])('D-17: %s (%s) is unknown, with the id %s in its words', async (text, status, id) => {
    const outcome = await placeWith(text, status);
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    const words = 'text' in outcome ? outcome.text : '';
    expect(words).toContain(text.includes('error"') ? `order id ${id},` : id);
  });

  it.each([
    ['{"order":0}', 200],
    ['{"order":-5}', 200],
    ['{"order":""}', 200],
    ['{"order":null}', 200],
    ['{"order":true}', 200],
    ['{"order":[]}', 200],
    ['{"order":{}}', 200],
    ['{}', 200],
    ['[]', 200],
    ['null', 200],
    ['"123"', 200],
    ['123', 200],
    ['', 200],
    ['<html><body>Order 123 was created</body></html>', 200],
    ['<html><body>Bad gateway</body></html>', 502],
    ['{"status":"fail"}', 200],
    ['{"status":"success"}', 200],
    ['{"error":"Something broke"}', 500],
    ['{"error":false}', 400],
  ])('D-17: %s (%s) is unknown: it names no id and refuses nothing clearly', async (text, status) => {
    expect(await placeWith(text, status)).toMatchObject({ outcome: 'unknown' });
  });

  it('shows the words of an error page, not its HTML', async () => {
    const page =
      '<!DOCTYPE html><html><head><style>p { color: red }</style></head><body><h1>502</h1><p>Bad gateway</p>';
    expect(await placeWith(page, 502)).toMatchObject({ text: 'The provider answered 502: 502 Bad gateway' });
  });

  it.each([
    ['<html><head><title>Bad gateway</title></head><body></body></html>', 'Bad gateway'],
    ['<html><head><title>Off</title><style>a { b: c }', 'Off'],
    ['<?xml version="1.0"?><error>No access</error>', 'No access'],
    ['<div class="alert">Not enough funds</div>', 'Not enough funds'],
    ['<><><>', '<><><>'],
    [
      '{"message":"\\u041d\\u0435\\u0442 \\u0434\\u0435\\u043d\\u0435\\u0433 \\/ saldo"}',
      '{"message":"Нет денег / saldo"}',
    ],
    ['{"message":"a\\u0007b"}', '{"message":"a b"}'],
    ['Forbidden\u0000\u202E\r\n\tHere', 'Forbidden Here'],
  ])('D-92: %j is quoted as %j', async (text, words) => {
    expect(await placeWith(text, 403)).toMatchObject({
      outcome: 'unknown',
      text: `The provider answered 403: ${words}`,
    });
  });

  it('D-92: a quote is cut between characters, not within one', async () => {
    for (const length of [297, 298, 299, 300]) {
      const outcome = await placeWith(`${'x'.repeat(length)}${'😀'.repeat(9)}`, 403);
      const text = 'text' in outcome ? outcome.text : '';
      expect(Buffer.from(text).toString()).toBe(text);
      expect(text.length).toBeGreaterThan(300);
    }
  });

  it.each([
    ['{"error":"","order":"7"}', '7'],
    ['{"error":null,"order":7}', '7'],
    ['{"error":false,"order":7}', '7'],
    ['{"error":[],"order":7}', '7'],
    ['{"error":{},"order":7}', '7'],
    ['{"error":0,"order":7}', '7'],
    ['{"order":7,"status":"success"}', '7'],
    ['{"order":7,"status":"Pending","success":true}', '7'],
    ['{"order":7,"success":1}', '7'],
  ])('GEN-7: %s is placed: an empty error is none', async (text, providerOrderId) => {
    expect(await placeWith(text)).toEqual({ outcome: 'placed', providerOrderId });
  });

  it.each([
    ['{"error":"Bad link"}', 200],
    ['{"error":"Bad link","order":0}', 200],
    ['{"error":"Bad link","order":null}', 200],
    ['{"error":"Bad link","order":""}', 200],
    ['{"error":"Bad link","order":false}', 200],
    ['{"error":"Bad link","order":[]}', 200],
    ['{"error":"Bad link","order":-1}', 200],
    ['{"error":"Bad link","status":"fail"}', 400],
    ['{"error":"Bad link","service":7,"quantity":250}', 200],
    ['{"error":"Etwas ging schief"}', 422],
    ['{"error":true,"message":"Not enough funds"}', 200],
  ])('D-17: %s (%s) is a clear refusal without an id', async (text, status) => {
    expect(await placeWith(text, status)).toMatchObject({ outcome: 'refused' });
  });

  it('D-17: an id far behind in a long answer is named all the same', async () => {
    const long = JSON.stringify({ note: 'x'.repeat(1000), data: { order: 987654 } });
    expect(await placeWith(long)).toMatchObject({ text: expect.stringContaining('order id 987654,') });
  });

  it('rule 10: what came beside an error is not logged', async () => {
    await placeWith('{"error":"Bad link","order":5,"customer":"someone@example.com"}');
    expect(setup.logged()).not.toContain('someone@example.com');
  });

  it('A-74: a test of add that met an error with an id says that it may have been done', async () => {
    setup.answerWith('{"error":"Bad link","order":5}');
    const tried = await setup.subject.tryCall('add', { service: '7', link: likesRequest.link, quantity: '250' });
    expect(tried).toMatchObject({ outcome: 'lost', text: expect.stringContaining('order id 5') });
    setup.answerWith('{"order":5,"status":"fail"}');
    expect(await setup.subject.tryCall('add', {})).toMatchObject({ outcome: 'lost' });
  });
});
