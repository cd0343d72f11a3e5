// The form of the contact page. The inputs are uncontrolled, so that text typed before this script ran stays.
import { type ChangeEvent, type FormEvent, type TextareaHTMLAttributes, useEffect, useRef, useState } from 'react';
import {
  type ContactField,
  type ContactFields,
  cleanContact,
  contactFields,
  contactLimits,
} from '../../../contract/contact-rules.ts';
import { type Api, createApi } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { FieldHelp } from '../../ui/field-help.tsx';
import { LineIcon } from '../../ui/icon.tsx';
import { inputClassName } from '../../ui/input-class.ts';
import { moreIconPaths, sendIconPath } from '../../ui/more-icons.ts';
import { ToastProvider, useToast } from '../../ui/toast.tsx';
import { useHydrated } from '../hydrated.ts';
import type { WithMemory } from '../memory.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { fill } from '../texts/text.ts';
import { type ContactProblem, useContactForm } from './use-contact-form.ts';

type Typed = HTMLInputElement | HTMLTextAreaElement;
export type ContactIslandProps = { texts: Catalogue['contact']['form'] };
type ContactProps = ContactIslandProps & WithMemory & { api?: Pick<Api, 'call'> };
type FormProps = Required<Omit<ContactProps, 'memory'>> & WithMemory;

export default function ContactIsland({ texts, api, memory }: ContactProps) {
  const [ownApi] = useState(() => api ?? createApi());
  return (
    <ToastProvider label={texts.notices} closeLabel={texts.closeNotice}>
      <ContactForm texts={texts} api={ownApi} memory={memory} />
    </ToastProvider>
  );
}

function ContactForm({ texts, api, memory = {} }: FormProps) {
  const ready = useHydrated();
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is mounted.
  useEffect(() => {
    for (const field of contactFields) restore(field, memory[field]);
    attachOrder(form.current, texts);
  }, []);
  const { state, problems, send, forget } = useContactForm(api);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!form.current) return;
    cleanFields(form.current);
    const result = await send(fieldsOf(form.current));
    if (result?.outcome === 'sent') {
      form.current?.reset();
      for (const field of contactFields) delete memory[field];
      toast({ title: texts.sentTitle, description: texts.sentText, tone: 'success' });
    } else if (result?.outcome === 'failed') {
      const { refusal } = result;
      const description = refusal === null ? texts.unreachable : (failureTexts.get(refusal.code) ?? refusal.message);
      toast({ title: texts.failedTitle, description, tone: 'error' });
    } else if (result?.outcome === 'wrong') {
      const first = contactFields.find((field) => result.problems[field]);
      if (first) document.getElementById(idOf(first))?.focus();
    }
  }

  const failureTexts = new Map<unknown, string>(Object.entries(texts.failures));

  function textOf(field: ContactField, { reason, message }: ContactProblem): string {
    return reason === null ? message : fill(texts.problems[reason], { most: contactLimits[field] });
  }

  function fieldProps(field: ContactField) {
    const problem = problems[field];
    return {
      id: idOf(field),
      name: field,
      label: texts[field],
      required: true,
      maxLength: contactLimits[field],
      // Kept as it is while it is on its way, without losing the focus.
      readOnly: state === 'sending',
      error: problem === undefined ? null : textOf(field, problem),
      onChange: ({ currentTarget: { value } }: ChangeEvent<Typed>) => {
        memory[field] = value;
        forget(field);
      },
      onBlur: () => form.current && cleanFields(form.current),
    };
  }

  return (
    // Sent as a form only when there is no script; POST keeps the message off the URL.
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={onSubmit}
      className="relative flex h-full flex-col gap-5 overflow-hidden rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6"
    >
      <noscript>
        <p className="rounded-card bg-yellow-soft p-4 text-yellow-ink">{texts.noscript}</p>
      </noscript>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field {...fieldProps('name')} type="text" autoComplete="name" />
        <Field
          {...fieldProps('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          placeholder={texts.emailExample}
        />
      </div>
      <Field {...fieldProps('subject')} type="text" autoComplete="off" />
      <MessageField {...fieldProps('message')} rows={6} />
      <div aria-hidden="true" className="sr-only">
        <label>
          <span>{texts.trap}</span>
          <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="self-start [overflow-wrap:anywhere] max-sm:w-full max-sm:flex-wrap max-sm:px-2"
        disabled={!ready}
        aria-disabled={state !== 'idle' || undefined}
        waiting={state === 'sending'}
        icon={<LineIcon path={state === 'sent' ? moreIconPaths.check : sendIconPath} />}
      >
        <span aria-live="polite">{{ idle: texts.send, sending: texts.sending, sent: texts.sent }[state]}</span>
      </Button>
    </form>
  );
}

/** What was typed before the form failed and was mounted again. */
function restore(field: ContactField, typed: unknown): void {
  const input = document.getElementById(idOf(field)) as Typed | null;
  if (input && typeof typed === 'string') input.value ||= typed;
}

/** From the page of an order: the subject names it. Text that is there already stays. */
function attachOrder(form: HTMLFormElement | null, texts: ContactIslandProps['texts']): void {
  const id = new URLSearchParams(window.location.search).get('order') ?? '';
  const subject = form?.elements.namedItem('subject');
  if (!/^[0-9A-Z]{12}$/.test(id) || !(subject instanceof HTMLInputElement) || subject.value !== '') return;
  subject.value = fill(texts.aboutOrder, { id });
}

/** What is sent is what the fields show. */
function cleanFields(form: HTMLFormElement): void {
  const clean = cleanContact(fieldsOf(form));
  for (const field of contactFields) {
    const input = form.elements.namedItem(field) as Typed;
    if (input.value !== clean[field]) input.value = clean[field];
  }
}

function idOf(field: ContactField): string {
  return `contact-${field}`;
}

function fieldsOf(form: HTMLFormElement): ContactFields & { website: string } {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    website: text('website'),
  };
}

type MessageFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  id: string;
  label: string;
  error: string | null;
};

function MessageField({ id, label, error, ...rest }: MessageFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold text-ink">
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-help`}
        className={classNames(inputClassName, error === null ? 'border-edge hover:border-ink' : 'border-bad')}
      />
      {error === null ? null : (
        <FieldHelp id={`${id}-help`} isError>
          {error}
        </FieldHelp>
      )}
    </div>
  );
}
