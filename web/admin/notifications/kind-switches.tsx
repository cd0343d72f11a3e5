// The kinds of messages by group: a switch for the group, and a choice of single kinds.
import {
  type NotificationGroup,
  type NotificationKind,
  notificationGroups,
} from '../../../contract/notification-kinds.ts';
import { Tick } from '../settings/inputs.tsx';
import { useSetupTexts, useTexts } from '../texts/shown-texts.ts';
import { defaultKinds, kindsOf, withKinds } from './channel-draft.ts';

type KindSwitchesProps = {
  chosen: readonly NotificationKind[];
  onChange: (chosen: NotificationKind[]) => void;
};

export function KindSwitches({ chosen, onChange }: KindSwitchesProps) {
  const { notifications: texts } = useSetupTexts();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 font-semibold">{texts.what}</legend>
      {notificationGroups.map((group) => (
        <Group key={group} group={group} chosen={chosen} onChange={onChange} />
      ))}
    </fieldset>
  );
}

function Group({ group, chosen, onChange }: KindSwitchesProps & { group: NotificationGroup }) {
  const { notifications: texts } = useSetupTexts();
  const kinds = kindsOf(group);
  const on = kinds.filter((kind) => chosen.includes(kind));
  const usual = kinds.filter((kind) => defaultKinds.includes(kind));
  return (
    <div className="rounded-card border border-hairline px-3 py-2.5">
      <Tick
        isSwitch
        checked={on.length > 0}
        // A group without usual kinds is switched on as a whole.
        onChange={(isOn) => onChange(withKinds(chosen, isOn && usual.length > 0 ? usual : kinds, isOn))}
      >
        <span>{`${texts.groups[group]} `}</span>
        <span className="text-muted">{texts.count(on.length, kinds.length)}</span>
      </Tick>
      <details className="mt-2">
        <summary className="cursor-pointer text-muted">{texts.chooseSingle(texts.groups[group])}</summary>
        <div className="grid gap-2 pt-3 pb-1">
          {kinds.map((kind) => (
            <Tick
              key={kind}
              checked={chosen.includes(kind)}
              onChange={(isOn) => onChange(withKinds(chosen, [kind], isOn))}
            >
              <KindTitle kind={kind} />
            </Tick>
          ))}
        </div>
      </details>
    </div>
  );
}

function KindTitle({ kind }: { kind: NotificationKind }) {
  const { notifications } = useSetupTexts();
  const { actionItems } = useTexts();
  const titles: Partial<Record<NotificationKind, string>> = { ...notifications.kinds, ...actionItems.kinds };
  return <span>{titles[kind] ?? kind}</span>;
}
