// A notification channel with its state, its last answer, and what can be done with it.
import type { AnswerFor } from '../../../contract/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import type { Tone } from '../../ui/status-tone.ts';
import { RunButton } from '../kit/run-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { Tick } from '../settings/inputs.tsx';
import { ServerText } from '../texts/label.tsx';
import { useSetupTexts } from '../texts/shown-texts.ts';
import { type Channel, hintOf } from './channel-draft.ts';
import { ChannelIcon } from './channel-icon.tsx';

const tones: Record<Channel['state'], Tone> = { ok: 'green', failing: 'red', off: 'grey' };

type ChannelRowProps = { channel: Channel; onOpen: (what: 'edit' | 'remove') => void };

export function ChannelRow({ channel, onOpen }: ChannelRowProps) {
  const { notifications: texts } = useSetupTexts();
  const { id, kind, name, state, enabled, kinds, leastSeverity, quietFrom, quietUntil, language } = channel;
  const test = useAct('POST /api/admin/notification-channels/{id}/test', {
    renews: ['GET /api/admin/notification-channels'],
    failed: texts.notArrived,
  });
  const turn = useAct('PUT /api/admin/notification-channels/{id}', {
    renews: ['GET /api/admin/notification-channels'],
    failed: texts.switchFailed,
  });
  return (
    <li className="grid gap-3 py-3 text-sm">
      <div className="flex items-start gap-3">
        <ChannelIcon kind={kind} />
        <div className="min-w-0 grow">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <bdi className="break-words">{name}</bdi>
            <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          </p>
          <p className="break-all text-muted">{`${texts.kindTitles[kind]}, ${hintOf(channel)}`}</p>
          <LastAnswer channel={channel} isShownBelow={test.answer?.answer === channel.lastAnswer} />
        </div>
        <div className="shrink-0">
          <Tick
            isSwitch
            checked={turn.isPending ? turn.input?.body.enabled === true : enabled}
            onChange={(isOn) =>
              turn.run({
                params: { id },
                body: { name, kinds, leastSeverity, quietFrom, quietUntil, language, enabled: isOn },
              })
            }
          >
            <span className="sr-only">{texts.turnedOn(name)}</span>
          </Tick>
        </div>
      </div>
      <TestResult result={test.answer ?? null} />
      <div className="flex flex-wrap gap-2">
        <RunButton act={test} aria-label={texts.testNamed(name)} onClick={() => test.run({ params: { id } })}>
          {texts.test}
        </RunButton>
        <Button size="sm" aria-label={texts.editNamed(name)} onClick={() => onOpen('edit')}>
          {texts.edit}
        </Button>
        <Button size="sm" aria-label={texts.removeNamed(name)} onClick={() => onOpen('remove')}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}

/** `isShownBelow`: the answer is that of the last test. */
function LastAnswer({ channel, isShownBelow }: { channel: Channel; isShownBelow: boolean }) {
  const { lastSentAt, lastFailedAt, lastAnswer, lastAnswerCoded, state } = channel;
  const { notifications: texts } = useSetupTexts();
  const nowMs = useNow();
  return (
    <>
      <p className="text-muted">
        {lastSentAt === null ? (
          texts.neverSent
        ) : (
          <>
            <span>{`${texts.lastSent} `}</span>
            <RelativeTime at={lastSentAt} nowMs={nowMs} />
          </>
        )}
      </p>
      {state === 'failing' && lastFailedAt ? (
        <p className="text-muted">
          <span>{`${texts.lastFailed} `}</span>
          <RelativeTime at={lastFailedAt} nowMs={nowMs} />
        </p>
      ) : null}
      {lastAnswer === null || isShownBelow ? null : (
        <p className={state === 'failing' ? 'break-words text-red-ink' : 'break-words text-muted'}>
          <ServerText of={lastAnswerCoded}>{lastAnswer}</ServerText>
        </p>
      )}
    </>
  );
}

function TestResult({ result }: { result: AnswerFor<'POST /api/admin/notification-channels/{id}/test'> | null }) {
  const { notifications: texts } = useSetupTexts();
  return (
    <div role="status">
      {result ? (
        <p className="rounded-card bg-sunken px-3 py-2.5">
          <Badge tone={result.arrived ? 'green' : 'red'}>{result.arrived ? texts.arrived : texts.notArrived}</Badge>
          <span> </span>
          <span className="break-words">
            <ServerText of={result.answerCoded}>{result.answer}</ServerText>
          </span>
        </p>
      ) : null}
    </div>
  );
}
