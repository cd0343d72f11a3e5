// Whether a provider is enabled, and the result of its last test call. Green only when key and services passed.
import { Badge } from '../../ui/badge.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import type { Provider } from './providers-queries.ts';

type Check = Provider['check'];

const looks: Record<Check['state'], { tone: Tone; word: string }> = {
  passed: { tone: 'green', word: 'On' },
  untested: { tone: 'yellow', word: 'On, not tested' },
  key_refused: { tone: 'red', word: 'Key refused' },
  unreachable: { tone: 'orange', word: 'On, not reached' },
  service_missing: { tone: 'red', word: 'On, service missing' },
};

export function ProviderBadge({ provider: { enabled, check } }: { provider: Provider }) {
  if (!enabled) return <Badge tone="grey">Off</Badge>;
  const { tone, word } = looks[check.state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The result of the last test call in one line. */
export function CheckResult({ check }: { check: Check }) {
  const nowMs = useNow();
  const at = check.checked_at ? <RelativeTime at={check.checked_at} nowMs={nowMs} /> : null;
  if (check.state === 'untested') {
    return <p className="text-sm text-muted">Not tested with this key and these services yet.</p>;
  }
  if (check.state === 'passed') {
    return <p className="text-sm text-muted">Test call passed: key and services work. {at}</p>;
  }

  return (
    <p className="text-sm break-words text-red-ink">
      {failures[check.state]} {check.problem} <span className="text-muted">{at}</span>
    </p>
  );
}

const failures: Record<Exclude<Check['state'], 'passed' | 'untested'>, string> = {
  key_refused: 'The provider refused the key.',
  unreachable: 'The test call got no answer.',
  service_missing: 'A service is missing.',
};
