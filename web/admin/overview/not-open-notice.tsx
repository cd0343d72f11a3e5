// A notice with a link to the launch settings, for a live store that is not open yet. A sandbox store is always open.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { useAdmin } from '../admin-context.tsx';
import { settingsPath } from '../paths.ts';
import { launchQuery } from '../settings/settings-queries.ts';

export function NotOpenNotice() {
  const { api, store } = useAdmin();
  const { data } = useQuery({ ...launchQuery(api), enabled: !store.sandbox });
  if (!data || data.open) return null;
  const left = data.checks.filter(({ done, required }) => required && !done).length;
  return (
    <section
      aria-label="Launch"
      className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-card border border-hairline bg-surface px-4 py-3 text-sm"
    >
      <Badge tone="yellow">Not open yet</Badge>
      <p>
        The store takes no orders before you open it:{' '}
        <Link href={settingsPath} className="font-medium underline underline-offset-2">
          Settings, Launch
        </Link>
        {left > 0 ? `, where ${left === 1 ? 'one point is' : `${left} points are`} left to do first.` : '.'}
      </p>
    </section>
  );
}
