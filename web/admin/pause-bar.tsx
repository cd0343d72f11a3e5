// A red bar on every page with the active pauses, their start, and a button that ends them. Several pauses fold into one line.
import { categories } from '../../contract/category.ts';
import type { AnswerFor, EndpointName } from '../../contract/index.ts';
import type { PauseKind } from '../../contract/pauses.ts';
import type { Api } from '../api.ts';
import { formatTimeOrDate } from '../ui/format-date.ts';
import { useNow } from '../ui/relative-time.tsx';
import { useAllowed } from './allowed.tsx';
import { RunButton } from './kit/run-button.tsx';
import { useAct } from './kit/use-act.ts';
import { useApi } from './kit/use-api.ts';
import { providerCalls, settingsCalls } from './live-calls.ts';
import { useTexts } from './texts/shown-texts.ts';

type Pause = AnswerFor<'GET /api/admin/pauses'>[number];

export function PauseBar() {
  const { pauses: texts } = useTexts();
  const { data: pauses = [] } = useApi('GET /api/admin/pauses', {});
  if (pauses.length === 0) return null;
  const list = (
    <ul className="divide-y divide-(--on-alarm)/25">
      {pauses.map((pause) => (
        <Line key={`${pause.kind} ${pause.subject}`} pause={pause} />
      ))}
    </ul>
  );
  return (
    <aside aria-label={texts.label} className="bg-(--alarm) px-4 text-sm text-(--on-alarm) sm:px-6 print:hidden">
      {pauses.length === 1 ? (
        list
      ) : (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold focus-visible:outline-(--on-alarm)">
            {texts.several(pauses.length)}
          </summary>
          <div className="max-h-[40vh] overflow-y-auto border-t border-(--on-alarm)/25">{list}</div>
        </details>
      )}
    </aside>
  );
}

function Line({ pause }: { pause: Pause }) {
  const { kind, since, by } = pause;
  const { pauses: texts } = useTexts();
  const nowMs = useNow();
  const isAllowed = useAllowed();
  const name = usePauseName(pause);
  const resume = useAct((api) => resumeCalls[kind].run(api, pause), {
    renews: ['GET /api/admin/attention', ...providerCalls, ...settingsCalls],
    done: { title: texts.resumed[kind](name) },
    failed: texts.notResumed,
  });
  return (
    <li className="flex min-h-11 items-center gap-x-4 py-1.5">
      <p className="min-w-0 flex-1 break-words">
        <strong className="font-semibold">{texts.paused[kind](name)}</strong>
        <span>{since === null ? '' : texts.since(formatTimeOrDate(since, nowMs), by)}</span>
      </p>
      {isAllowed(resumeCalls[kind].call) ? (
        <RunButton
          act={resume}
          variant="danger"
          aria-label={`${texts.resume}: ${texts.paused[kind](name)}`}
          onClick={() => resume.run(undefined)}
          className="shrink-0 focus-visible:outline-(--on-alarm) pointer-coarse:min-h-11"
        >
          {texts.resume}
        </RunButton>
      ) : null}
    </li>
  );
}

function usePauseName({ kind, subject, name }: Pause): string {
  const { states } = useTexts();
  return kind === 'category' && subject === name && subject ? states.category(subject) : (name ?? '');
}

/** The call that ends a pause of each kind. It changes nothing if the pause is already over. */
const resumeCalls: Record<PauseKind, { call: EndpointName; run: (api: Api, pause: Pause) => Promise<unknown> }> = {
  checkout: {
    call: 'pauseCheckout',
    run: (api) => api.call('PUT /api/admin/checkout-pause', { body: { paused: false } }),
  },
  sending: {
    call: 'liftSpendingCap',
    run: (api) => api.call('POST /api/admin/spending/{kind}/lift', { params: { kind: 'provider' } }),
  },
  category: {
    call: 'pauseSelling',
    run: (api, { subject }) => {
      const category = categories.find((one) => one === subject);
      const of = category ? { category } : { offer: String(subject) };
      return api.call('PUT /api/admin/selling-pause', { body: { ...of, paused: false } });
    },
  },
  provider: {
    call: 'changeProvider',
    run: (api, { subject }) =>
      api.call('PUT /api/admin/providers/{id}', { params: { id: String(subject) }, body: { enabled: true } }),
  },
};
