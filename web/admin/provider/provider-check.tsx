// Whether a provider is enabled, and the result of its last test call. Green only when key and services passed.
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';

export type Provider = AnswerFor<'GET /api/admin/providers'>[number];
type Check = Provider['check'];

const tones: Record<Check['state'], Tone> = {
  passed: 'green',
  untested: 'yellow',
  key_refused: 'red',
  unreachable: 'orange',
  service_missing: 'red',
};

export function ProviderBadge({ provider: { enabled, check } }: { provider: Provider }) {
  const { states } = useSetupTexts().providers;
  if (!enabled) return <Badge tone="grey">{states.off}</Badge>;
  return <Badge tone={tones[check.state]}>{states[check.state]}</Badge>;
}

/** The result of the last test call in one line. */
export function CheckResult({ check }: { check: Check }) {
  const nowMs = useNow();
  const { checks } = useSetupTexts().providers;
  const at = check.checked_at ? <RelativeTime at={check.checked_at} nowMs={nowMs} /> : null;
  if (check.state === 'untested') {
    return <p className="text-sm text-muted">{checks.untested}</p>;
  }
  if (check.state === 'passed') {
    return (
      <p className="text-sm text-muted">
        <span>{`${checks.passed} `}</span>
        {at}
      </p>
    );
  }

  return (
    <p className="text-sm break-words text-red-ink">
      <span>{`${checks[check.state]} `}</span>
      {check.problem ? <ServerText of={check.problem_coded}>{check.problem}</ServerText> : null}
      <span> </span>
      <span className="text-muted">{at}</span>
    </p>
  );
}
