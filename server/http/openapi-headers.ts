// The headers of the API document: those of responses, and those that prove a buyer's access.
import type { Endpoint, ProofHeader } from '../../contract/endpoint.ts';
import { lenientPreference } from '../../contract/lenient.ts';

type Json = Record<string, unknown>;

export const responseHeaders: Record<string, Json> = {
  'X-Request-Id': { description: 'Names this request in the log of the store.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  Link: {
    description: 'The path of the next page, with `rel="next"`. Absent on the last one.',
    schema: { type: 'string' },
  },
  'X-Total-Count': { description: 'The number of entries on all pages.', schema: { type: 'integer' } },
  'Order-Code': {
    description: '`offered`: a mailed code opens more. `required`: without one the answer is empty.',
    schema: { type: 'string', enum: ['offered', 'required'] },
  },
  'X-Total-Capped': { description: '`true` when there are more entries than counted.', schema: { type: 'string' } },
};

const proofHeaders: Record<ProofHeader, string> = {
  'Order-Key': 'Opens orders: `<orderId>.<orderKey>`, several separated by commas.',
  'Order-Proof': 'Opens all orders of the email: the token of a mailed code.',
};

/** The optional headers of a request that this call reads. */
export function headerParametersOf({ proof = [], lenient }: Endpoint): Json[] {
  const parameter = (name: string, description: string, schema: Json = { type: 'string' }) => {
    return { name, in: 'header', required: false, description, schema };
  };
  return [
    ...proof.map((name) => parameter(name, proofHeaders[name])),
    ...(lenient
      ? [parameter('Prefer', 'A refusal has the status 200 and its usual body.', { const: lenientPreference })]
      : []),
  ];
}
