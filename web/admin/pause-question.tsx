// The confirmation before a pause: its consequences, and how to end it.
import { ConfirmDialog } from './kit/dialogs.tsx';
import type { Act } from './kit/use-act.ts';
import { useTexts } from './texts/shown-texts.ts';

type PauseQuestionProps = {
  kind: 'checkout' | 'category';
  /** The name of the category; only for that kind. */
  name?: string;
  act: Pick<Act<never>, 'isPending' | 'failure'>;
  onConfirm: () => void;
  onClose: () => void;
};

export default function PauseQuestion({ kind, name = '', ...rest }: PauseQuestionProps) {
  const { pauses: texts } = useTexts();
  return (
    <ConfirmDialog title={texts.question[kind](name)} label={texts.pause} {...rest}>
      {`${texts.effect[kind]} ${texts.shown}`}
    </ConfirmDialog>
  );
}
