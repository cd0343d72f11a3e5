// The states of the contact form: idle, sending, sent.
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ContactField,
  type ContactFields,
  type ContactReason,
  checkContact,
  contactReasons,
} from '../../../contract/contact-rules.ts';
import { type Api, ApiError } from '../../api.ts';

/** A result is not shown sooner after the submit. */
const leastMs = 1500;
const sentMs = 3000;

/** `reason` is null where the page has no text for it. */
export type ContactProblem = { reason: ContactReason | null; message: string };
export type Problems = Partial<Record<ContactField, ContactProblem>>;
export type SendOutcome =
  | { outcome: 'sent' }
  /** Fields to mend. */
  | { outcome: 'wrong'; problems: Problems }
  /** Null: the store did not answer. */
  | { outcome: 'failed'; refusal: { code: unknown; message: string } | null };

export function useContactForm(api: Pick<Api, 'call'>) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [problems, setProblems] = useState<Problems>({});
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  /** Null while an earlier message is on its way or was just sent. */
  async function send(fields: ContactFields & { website: string }): Promise<SendOutcome | null> {
    if (busy.current) return null;
    const failures = checkContact(fields);
    if (failures.length > 0)
      return wrong(Object.fromEntries(failures.map(({ field, ...problem }) => [field, problem])));
    busy.current = true;
    setProblems({});
    setState('sending');
    const [refusal] = await Promise.all([
      api.call('POST /api/contact', { body: fields }).then(
        () => null,
        (error: unknown) => ({ error }),
      ),
      new Promise((resolve) => setTimeout(resolve, leastMs)),
    ]);
    if (refusal) {
      busy.current = false;
      setState('idle');
      return refused(refusal.error);
    }
    setState('sent');
    timer.current = setTimeout(() => {
      busy.current = false;
      setState('idle');
    }, sentMs);
    return { outcome: 'sent' };
  }

  function refused(error: unknown): SendOutcome {
    if (!(error instanceof ApiError)) return { outcome: 'failed', refusal: null };
    const { message, body } = error;
    if (error.status === 400 && typeof body.field === 'string') {
      const reason = contactReasons.find((known) => known === body.reason) ?? null;
      return wrong({ [body.field]: { reason, message } });
    }
    return { outcome: 'failed', refusal: { code: body.code, message } };
  }

  function wrong(found: Problems): SendOutcome {
    setProblems(found);
    return { outcome: 'wrong', problems: found };
  }

  const forget = useCallback((field: ContactField) => {
    setProblems((all) => (field in all ? { ...all, [field]: undefined } : all));
  }, []);

  return { state, problems, send, forget };
}
