import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { errors } from '../../../contract/errors.ts';
import { endpoints } from '../../../contract/index.ts';
import { messages } from '../../../contract/messages.ts';
import { reasonTexts } from '../../../contract/refusal-reasons.ts';
import { ApiError } from '../../api.ts';
import { queryFailure } from '../query-client.ts';
import { serverMessages, translate } from './pt/server-messages.ts';
import { shownSentence, showTexts } from './shown-texts.ts';
import { defaultTextSet } from './text-sets.ts';

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

  it('cover every default of the errors that a call of the admin declares', () => {
    const codes = new Set(
      Object.values(endpoints).flatMap((one) =>
        one.access === 'admin' ? (one.errors as (keyof typeof errors)[]) : [],
      ),
    );
    const isPortuguese = new Set<string>([messages.wrongCode, messages.wrongPasskey, errors.login_locked.message]);
    const defaults = [...codes].map((code) => errors[code].message as string);
    expect(defaults.filter((text) => translate(text) === text && !isPortuguese.has(text))).toEqual([]);
  });

  it('cover every sentence that an alert, a refund or a decline has', () => {
    const sentences = files.filter((file) => /severity: '|declineReason\(/.test(file)).flatMap(sentencesOf);
    expect(sentences.length).toBeGreaterThan(80);
    // A provider's own words stay, and samples of messages have a text in both languages.
    const isOurs = (text: string) => !/^(You have active order|Order 7Q|The channel was switched off)/.test(text);
    expect(sentences.filter(isOurs).filter((sentence) => translate(sentence) === sentence)).toEqual([]);
  });

  it('cover what is wrong with the link of a post', () => {
    const ofLinks = Object.entries(reasonTexts).filter(([reason]) => /link/.test(reason));
    expect(ofLinks.filter(([, text]) => translate(text) === text)).toEqual([]);
  });
});

describe('a translated sentence', () => {
  it.each([
    ['At most $1,234.50 can be refunded.', 'No máximo US$\u00a01.234,50 pode ser reembolsado.'],
    [
      'The claim “Rating” needs its text in English, or must be switched off.',
      'A promessa “Avaliação” precisa do texto em inglês, ou deve ser desligada.',
    ],
    ['The provider refused a link of order K7QX: "Paid".', 'O fornecedor recusou um link do pedido K7QX: "Paid".'],
    [
      'Your texts in Portuguese may have 20,000 characters together at most.',
      'Seus textos em português podem ter no máximo 20.000 caracteres ao todo.',
    ],
    ['The heartbeat URL must begin with https://.', 'A URL do sinal deve começar com https://.'],
    ['The channel URL must not hold a user or a password.', 'A URL do canal não pode conter usuário nem senha.'],
    ['The channel URL is not a URL.', 'A URL do canal não é uma URL.'],
    ['The push service is not at a public address.', 'O serviço de push não está em um endereço público.'],
    ['The endpoint has no address.', 'O endpoint não tem endereço.'],
    ['The Telegram API answered 401: Unauthorized', 'O Telegram respondeu 401: Unauthorized'],
    ['The push service answered 201.', 'O serviço de push respondeu 201.'],
    ['The mail server answered: 250 OK', 'O servidor de email respondeu: 250 OK'],
    ['The webhook could not be reached (ECONNREFUSED).', 'O webhook está inacessível (ECONNREFUSED).'],
    ['"Paid": The ntfy server did not answer (ECONNRESET).', '"Paid": O servidor ntfy não respondeu (ECONNRESET).'],
    ['A sentence of tomorrow.', 'A sentence of tomorrow.'],
  ])('%s', async (english, pt) => {
    await showTexts('pt');
    onTestFinished(() => showTexts(defaultTextSet));
    await expect.poll(() => shownSentence(english)).toBe(pt);
  });

  it('D-44: is what a refused act shows; the other sets keep the sentence of the server', async () => {
    const message = 'The provider refused the request.';
    const refusal = new ApiError(502, { code: 'provider_refused', message });
    expect(queryFailure(refusal)).toBe(message);
    await showTexts('pt');
    onTestFinished(() => showTexts(defaultTextSet));
    await expect.poll(() => queryFailure(refusal)).toBe('O fornecedor recusou a solicitação.');
  });
});
