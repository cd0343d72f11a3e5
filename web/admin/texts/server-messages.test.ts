import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../api.ts';
import { queryFailure } from '../query-client.ts';
import { serverMessages, translate } from './pt/server-messages.ts';
import { shownMessage, shownSentence, showTexts } from './shown-texts.ts';
import { defaultTextSet, type TextSet } from './text-sets.ts';

const files = ['server', 'contract']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'));

/** All sources of the server and the contract, with quotes, breaks and concatenations of sentences removed. */
const sources = files
  .join('\n')
  .replaceAll("\\'", "'")
  .replaceAll("''", "'")
  .replace(/'\s*(\+|\|\|)\s*'/g, '')
  .replace(/\s+/g, ' ')
  .toLowerCase();

/** The texts of a file that end as a sentence, with "X1" for what varies. Parts of longer ones are left out. */
function sentencesOf(file: string): string[] {
  const code = file.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '').replace(/'\s*\+\s*'/g, '');
  return [...code.matchAll(/(?:new Error\()?(?:`([^`]+)`|'([^'\n]+)'|"([^"\n]+)")/g)]
    .filter(([text]) => !text.startsWith('new Error('))
    .map(([, template, single, double]) => template ?? single ?? double ?? '')
    .filter((text) => /^[A-Z].* .*\.$/.test(text) && !/^(If you did not|Account: |By |The cap of )/.test(text))
    .map((text) => text.replace(/\$\{[^}]*\}/g, 'X1'));
}

describe('the sentences of the server in Portuguese', () => {
  it.each(serverMessages)('%s is a sentence of the server', (english) => {
    const missing = english.split('{}').filter((literal) => !sources.includes(literal.trim().toLowerCase()));
    expect(missing).toEqual([]);
  });

  it('have as many varying parts as the English ones', () => {
    const holes = (text: string) => text.split('{}').length;
    expect(serverMessages.filter(([english, pt]) => holes(english) !== holes(pt))).toEqual([]);
  });

  it('cover every sentence that an alert, a refund or a decline has', () => {
    const sentences = files.filter((file) => /severity: '|declineReason\(/.test(file)).flatMap(sentencesOf);
    expect(sentences.length).toBeGreaterThan(80);
    // A provider's own words stay, and samples of messages have a text in both languages.
    const isOurs = (text: string) => !/^(You have active order|Order 7Q|The channel was switched off)/.test(text);
    expect(sentences.filter(isOurs).filter((sentence) => translate(sentence) === sentence)).toEqual([]);
  });
});

describe('a translated sentence', () => {
  it.each([
    ['The provider refused a link of order K7QX: "Paid".', 'O fornecedor recusou um link do pedido K7QX: "Paid".'],
    ['A sentence of tomorrow.', 'A sentence of tomorrow.'],
  ])('%s', async (english, pt) => {
    await showTexts('pt');
    onTestFinished(() => showTexts(defaultTextSet));
    await expect.poll(() => shownSentence(english)).toBe(pt);
  });
});

describe('a refused act', () => {
  const shownIn = async (set: TextSet, refusal: ApiError) => {
    await showTexts(set);
    onTestFinished(() => showTexts(defaultTextSet));
    // The texts of the messages load beside those of the set.
    await expect.poll(() => shownMessage({ code: 'conflict' })).not.toBe('conflict');
    return queryFailure(refusal);
  };
  const cases: [string, Record<string, unknown>, string][] = [
    [
      'its code',
      { code: 'provider_refused', message: 'The provider refused the request.' },
      'O fornecedor recusou a solicitação.',
    ],
    [
      'its reason',
      { code: 'conflict', reason: 'own_account', message: 'You cannot remove your own account. Ask another admin.' },
      'Você não pode remover a própria conta. Peça a outro administrador.',
    ],
    [
      'its reason and params',
      {
        code: 'conflict',
        reason: 'undelivered_amount_changed',
        params: { worthCents: 123_450 },
        message: 'The undelivered part is now worth $1,234.50. Review the amount.',
      },
      'A parte não entregue agora vale US$\u00a01.234,50. Confira o valor.',
    ],
    [
      'the words of another service as they are',
      {
        code: 'provider_refused',
        reason: 'peer_words',
        params: { words: 'Not enough funds' },
        message: 'Not enough funds',
      },
      'Not enough funds',
    ],
  ];

  it.each(cases)(
    'D-44, D-64: shows %s in Portuguese; the other sets keep the sentence of the server',
    async (_, body, pt) => {
      const refusal = new ApiError(409, body);
      expect(await shownIn('pt', refusal)).toBe(pt);
      expect(await shownIn('en', refusal)).toBe(body.message);
      expect(await shownIn('specified', refusal)).toBe(body.message);
    },
  );

  it('D-64: of a newer store, whose reason has no text here, keeps its sentence', async () => {
    const refusal = new ApiError(409, { code: 'conflict', reason: 'of_tomorrow', message: 'A sentence of tomorrow.' });
    expect(await shownIn('pt', refusal)).toBe('A sentence of tomorrow.');
  });
});
