// The fields of a session that a gateway may refuse: the payment does not need them.
import { ExternalError } from '../../ports/external-error.ts';
import type { OpenedSession, SessionRequest } from './gateway.ts';

type OptionalField = 'language' | 'customerEmail';

/** The gateway refused the request and named this field. Nothing was opened. */
export class FieldRefusal extends ExternalError {
  readonly field: OptionalField;

  constructor(field: OptionalField, message: string) {
    super('refused', message);
    this.field = field;
  }
}

/**
 * Opens a session, again without each optional field that the gateway refuses, once a field: a refused request opened
 * nothing, and a session moves no money. Throws FieldRefusal when the field is refused although it was left out.
 */
export async function openWithoutRefused(
  request: SessionRequest,
  open: (request: SessionRequest) => Promise<OpenedSession>,
): Promise<OpenedSession> {
  try {
    return await open(request);
  } catch (error) {
    if (!(error instanceof FieldRefusal) || request[error.field] === null) throw error;
    return openWithoutRefused({ ...request, [error.field]: null }, open);
  }
}
