// The provider test tool. It runs one call at a time through the server, because a browser cannot read the response.
import { type FormEvent, useState } from 'react';
import { type Category, categories } from '../../../contract/category.ts';
import { readDecimal } from '../../../contract/number-inputs.ts';
import { checkTestOrder, type TestOrderProblem } from '../../../contract/test-order-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { formatCount } from '../amounts.ts';
import { Panel } from '../panel.tsx';
import { shownMessage, useSetupTexts } from '../texts/shown-texts.ts';
import { readCount } from '../typed-amounts.ts';
import { ConfirmTestOrder } from './confirm-test-order.tsx';
import type { ProviderForm } from './provider-form.ts';
import type { TryBody } from './provider-queries.ts';
import { TestResult } from './test-result.tsx';
import { useTest } from './use-test.ts';

const dense = 'px-3 py-2 text-sm';

export function TestTool({ form }: { form: ProviderForm }) {
  const { draft, saved } = form;
  const { providerTest: texts } = useSetupTexts();
  const toast = useToast();
  const [category, setCategory] = useState<Category>('Likes');
  const [fields, setFields] = useState({ link: '', quantity: '100', runs: '', interval: '' });
  const [problem, setProblem] = useState<TestOrderProblem | null>(null);
  const [confirming, setConfirming] = useState<TryBody | null>(null);
  const test = useTest();

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
  const withKey = (body: TryBody): TryBody =>
    draft.api_key === saved.api_key ? body : { ...body, api_key: draft.api_key.trim() };

  function testConnection(): void {
    if (hasKey()) test.run('connection', withKey({ action: 'balance' }), saved.api_key);
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
          <Button
            size="sm"
            waiting={test.running === 'connection'}
            disabled={test.running !== null}
            onClick={testConnection}
          >
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
            <Button type="submit" size="sm" waiting={test.running === 'service'} disabled={test.running !== null}>
              {texts.run[category]}
            </Button>
            <p className="min-w-0 flex-1 basis-56 text-sm text-muted">{texts.runHelp}</p>
          </div>
        </form>
        {isNewUrl ? <p className="text-sm text-yellow-ink">{texts.newUrl}</p> : null}
        <div role="status">{test.ended ? <TestResult end={test.ended} /> : null}</div>
      </div>
      {confirming ? (
        <ConfirmTestOrder
          order={confirming}
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            test.run('service', confirming, saved.api_key);
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
