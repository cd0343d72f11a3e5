import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../api.ts';
import { queryFailure } from '../query-client.ts';
import { shownMessage, showTexts } from './shown-texts.ts';
import { defaultTextSet, type TextSet } from './text-sets.ts';

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
