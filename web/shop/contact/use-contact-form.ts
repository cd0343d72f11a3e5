// The states of the contact form: idle, sending, sent; and the steps between them (CONTACT-4..8, A-77). Draws nothing.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ContactField, type ContactFields, checkContact } from '../../../contract/contact-rules.ts';
import { type Api, ApiError } from '../../api.ts';

/** A result is not shown sooner after the submit. */
const leastMs = 1500;
const sentMs = 3000;

export type Problems = Partial<Record<ContactField, string>>;
export type SendOutcome =
  | { outcome: 'sent' }
  /** Fields to mend. */
  | { outcome: 'wrong'; problems: Problems }
  /** Null: the store did not answer. */
  | { outcome: 'failed'; said: string | null };

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
    if (failures.length > 0) return wrong(Object.fromEntries(failures.map(({ field, message }) => [field, message])));
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
    if (!(error instanceof ApiError)) return { outcome: 'failed', said: null };
    const { field } = error.body;
    if (error.status === 400 && typeof field === 'string') return wrong({ [field]: error.message });
    return { outcome: 'failed', said: error.message };
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
