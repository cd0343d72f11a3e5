// The provider test tool. It runs one call at a time through the server, because a browser cannot read the response.
import { type FormEvent, useState } from 'react';
import { type Category, categories } from '../../../contract/category.ts';
import { readDecimal } from '../../../contract/number-inputs.ts';
import { checkTestOrder, type TestOrderProblem } from '../../../contract/test-order-rules.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useToast } from '../../ui/toast.tsx';
import { formatCount } from '../amounts.ts';
import { useKeptState } from '../kept-state.ts';
import { type Act, useAct } from '../kit/use-act.ts';
import { Panel } from '../panel.tsx';
import { shownMessage, useSetupTexts } from '../texts/shown-texts.ts';
import { readCount } from '../typed-amounts.ts';
import { ConfirmTestOrder, type TestBody } from './confirm-test-order.tsx';
import type { ProviderForm } from './provider-form.ts';
import { endOf, endOfFailure, type TestKind, type TriedCall } from './test-end.ts';

const dense = 'px-3 py-2 text-sm';

/** `maskedKey`: the saved key, for the shown parameters. */
type Test = { kind: TestKind; body: TestBody; maskedKey: string };

export function TestTool({ form }: { form: ProviderForm }) {
  const { draft, saved } = form;
  const { providerTest: texts } = useSetupTexts();
  const toast = useToast();
  const [category, setCategory] = useState<Category>('Likes');
  const [fields, setFields] = useKeptState('test order', { link: '', quantity: '100', runs: '', interval: '' });
  const [problem, setProblem] = useState<TestOrderProblem | null>(null);
  const [confirming, setConfirming] = useState<TestBody | null>(null);
  const test = useAct((api, { body }: Test) => api.call('POST /api/proxy', { body }), {
    renews: ['GET /api/admin/provider-tests'],
  });
  const running = test.isPending ? test.input?.kind : null;

  const isNewUrl = draft.api_url.trim() !== saved.api_url;

  function change(name: keyof typeof fields, value: string): void {
    setFields({ ...fields, [name]: value });
    setProblem(null);
  }

  const errorOf = (field: TestOrderProblem['field']) =>
    problem?.field === field ? shownMessage(problem.reason) : null;

  function hasKey(): boolean {
    if (draft.api_key.trim() !== '') return true;
    toast({ ...texts.needsKey, tone: 'error' });
    return false;
  }

  /** Uses the saved key unless the admin typed another one. */
  const withKey = (body: TestBody): TestBody =>
    draft.api_key === saved.api_key ? body : { ...body, api_key: draft.api_key.trim() };

  function run(kind: TestKind, body: TestBody): void {
    test.run({ kind, body, maskedKey: saved.api_key });
  }

  function testConnection(): void {
    if (hasKey()) run('connection', withKey({ action: 'balance' }));
  }

  function testService(event: FormEvent): void {
    event.preventDefault();
    const service = (category === 'Likes' ? draft.likes_service_id : draft.views_service_id).trim();
    const link = fields.link.trim();
    if (!hasKey()) return;
    if (service === '') {
      toast({ ...texts.needsService[category], tone: 'error' });
      return;
    }
    if (link === '' || fields.quantity.trim() === '') {
      toast({ ...texts.needsFields, tone: 'error' });
      return;
    }
    const { quantity, runs, interval } = fields;
    const numbers = {
      quantity: readCount(quantity),
      ...(runs.trim() === '' ? {} : { runs: readCount(runs) }),
      ...(interval.trim() === '' ? {} : { interval: readCount(interval) }),
    };
    const found = checkTestOrder(numbers);
    setProblem(found);
    if (!found) setConfirming(withKey({ action: 'add', service, link, ...numbers }));
  }

  return (
    <Panel title={texts.title}>
      <div className="grid gap-5 py-1">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" waiting={running === 'connection'} disabled={test.isPending} onClick={testConnection}>
            {texts.connection}
          </Button>
          <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{texts.connectionHelp}</p>
        </div>
        <form onSubmit={testService} noValidate className="grid gap-4 border-t border-hairline pt-4">
          <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
            <legend className="pb-2 text-sm font-semibold">{texts.service}</legend>
            {categories.map((name) => (
              <label key={name} className="flex cursor-pointer items-center gap-2">
                <input
                  type="radio"
                  name="test-category"
                  checked={category === name}
                  onChange={() => setCategory(name)}
                  className="size-4 accent-(--ink)"
                />
                <span>{texts.categories[name]}</span>
              </label>
            ))}
          </fieldset>
          <Field
            label={texts.link}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            placeholder="https://www.instagram.com/p/..."
            className={dense}
            value={fields.link}
            onChange={(event) => change('link', event.target.value)}
          />
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            <NumberField
              label={texts.quantity}
              value={fields.quantity}
              error={errorOf('quantity')}
              onChange={(value) => change('quantity', value)}
            />
            <NumberField
              label={texts.runs}
              value={fields.runs}
              error={errorOf('runs')}
              onChange={(value) => change('runs', value)}
            />
            <NumberField
              label={texts.interval}
              help={texts.intervalHelp}
              value={fields.interval}
              error={errorOf('interval')}
              onChange={(value) => change('interval', value)}
            />
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" size="sm" waiting={running === 'service'} disabled={test.isPending}>
              {texts.run[category]}
            </Button>
            <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{texts.runHelp}</p>
          </div>
        </form>
        {isNewUrl ? <p className="text-sm text-yellow-ink">{texts.newUrl}</p> : null}
        <div role="status">
          <TestResult test={test} />
        </div>
      </div>
      {confirming ? (
        <ConfirmTestOrder
          order={confirming}
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            run('service', confirming);
          }}
        />
      ) : null}
    </Panel>
  );
}

type NumberFieldProps = {
  label: string;
  help?: string;
  error: string | null;
  value: string;
  onChange: (value: string) => void;
};

// A text input, because a number input returns an empty value for invalid text. It shows what was read once it is left.
function NumberField({ onChange, help, ...field }: NumberFieldProps) {
  const { typedNumbers: texts } = useSetupTexts();
  const [note, setNote] = useState<string | null>(null);

  function settle(): void {
    const count = readCount(field.value);
    if (Number.isNaN(count)) return;
    setNote(readDecimal(field.value) === String(count) ? null : texts.whole);
    onChange(formatCount(count));
  }

  return (
    <Field
      {...field}
      help={note ?? help}
      onBlur={settle}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      className={dense}
      onChange={(event) => {
        setNote(null);
        onChange(event.target.value);
      }}
    />
  );
}

const looks = {
  good: { look: 'border-green bg-green-soft text-green-ink', icon: 'check' },
  bad: { look: 'border-red bg-red-soft text-red-ink', icon: 'warning' },
  neutral: { look: 'border-edge bg-sunken text-ink', icon: 'info' },
} as const;

/** The request parameters stand below the result where they help. */
function TestResult({ test: { input, answer, error } }: { test: Act<Test, TriedCall> }) {
  if (!input || (!answer && !error)) return null;
  const end = answer ? endOf(input.kind, answer) : endOfFailure(input.kind, error);
  const { look, icon } = looks[end.tone];
  return (
    <div data-tone={end.tone} className={classNames('flex gap-3 rounded-card border px-4 py-3 text-sm', look)}>
      <Icon name={icon} className="mt-0.5" />
      <div className="min-w-0 flex-1 break-words">
        <p className="font-semibold">{end.title}</p>
        <p>{end.words}</p>
        {end.showsParameters ? (
          <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {shownParameters(input).map(([name, value]) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd className="break-all">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
      </div>
    </div>
  );
}

/** The key is masked in the shown parameters too. */
function shownParameters({ body: { api_key, ...body }, maskedKey }: Test): [string, string][] {
  const key: [string, string] = ['key', api_key ? '********' : maskedKey || '********'];
  return [key, ...Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])];
}
