// Failures of an external service, in the three kinds that matter to the caller.

/**
 * refused: a repeat will be refused again. unavailable: nothing happened there; a repeat is safe. unknown: something
 * may have happened; query the service before anything else.
 */
export type ExternalFault = 'refused' | 'unavailable' | 'unknown';

/** Thrown by adapters. `message` contains no secret and no personal data. */
export class ExternalError extends Error {
  override readonly name = 'ExternalError';
  readonly fault: ExternalFault;

  constructor(fault: ExternalFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}
