// One part of the store: its level as icon and word, its value, its rule, and what to do about amber and red.
import { Link } from 'wouter';
import type { SystemCheckId, SystemLevel } from '../../../contract/system-rules.ts';
import { toneClasses } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { inboxPath, tabPath } from '../paths.ts';
import { sectionPath } from '../settings/sections.ts';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { ruleOf, type SystemCheck, sentenceOf } from './system-format.ts';

const looks: Record<SystemLevel, { tone: Tone; icon: IconName }> = {
  green: { tone: 'green', icon: 'check' },
  amber: { tone: 'yellow', icon: 'warning' },
  red: { tone: 'red', icon: 'close' },
  unknown: { tone: 'grey', icon: 'minus' },
};

/** Where a part is set up, or its failures are listed. */
const places: Partial<Record<SystemCheckId, string>> = {
  dead_jobs: '#failed-jobs',
  backup: sectionPath('backups'),
  backup_check: sectionPath('backups'),
  mail: `${inboxPath}?box=unsent`,
  channels: sectionPath('notifications'),
  provider: tabPath('api'),
  heartbeat: sectionPath('heartbeat'),
};

/** Where a part that is not set up is set up. */
const setupPlaces: Partial<Record<SystemCheckId, string>> = {
  backup: sectionPath('backup-folder'),
  mail: sectionPath('smtp'),
};

function isAboutTime(id: SystemCheckId): boolean {
  return id === 'mail' || id === 'channels' || id === 'heartbeat';
}

export function LevelMark({ level }: { level: SystemLevel }) {
  const { system } = useSetupTexts();
  const { tone, icon } = looks[level];
  return (
    <span
      data-level={level}
      className={classNames(
        'inline-flex w-fit items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        toneClasses[tone].ground,
      )}
    >
      <Icon name={icon} className="size-3.5 flex-none" />
      <span>{system.levels[level]}</span>
    </span>
  );
}

export function CheckRow({ check, nowMs }: { check: SystemCheck; nowMs: number }) {
  const { system: texts } = useSetupTexts();
  const { id, level, state, at, problem, problem_coded } = check;
  const isUrgent = level === 'amber' || level === 'red';
  const place = state === 'off' ? (setupPlaces[id] ?? places[id]) : places[id];
  const sentence = sentenceOf(check);
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <div className="pt-0.5">
        <LevelMark level={level} />
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
          <span className="font-semibold">{texts.names[id]}</span>
          <span className="text-xs text-muted tabular-nums">{ruleOf(check)}</span>
        </p>
        <p className="break-words tabular-nums empty:hidden">
          {sentence ? <span>{sentence}</span> : null}
          {isAboutTime(id) && at ? (
            <span className="text-muted">
              <span>{`, ${id === 'heartbeat' ? texts.lastOk : texts.lastSent} `}</span>
              <RelativeTime at={at} nowMs={nowMs} />
            </span>
          ) : null}
        </p>
        {problem ? (
          <p className="break-words text-muted">
            <ServerText of={problem_coded}>{problem}</ServerText>
          </p>
        ) : null}
        {isUrgent ? (
          <p className="max-w-prose break-words">
            <span className="font-semibold">{texts.whatToDo}</span>
            <span>{` ${texts.acts[id]}`}</span>
          </p>
        ) : null}
        {place && (isUrgent || state === 'off') ? (
          <p>
            <Place to={place} name={`${texts.open}: ${texts.names[id]}`}>
              {texts.open}
            </Place>
          </p>
        ) : null}
      </div>
    </li>
  );
}

function Place({ to, name, children }: { to: string; name: string; children: string }) {
  const className =
    'inline-flex min-h-6 items-center font-semibold underline underline-offset-4 pointer-coarse:min-h-11';
  // A link within the page, which the router does not scroll to.
  if (to.startsWith('#')) {
    return (
      <a href={to} aria-label={name} className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link href={to} aria-label={name} className={className}>
      {children}
    </Link>
  );
}
