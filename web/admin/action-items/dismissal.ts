// Which action items can be dismissed, and the words of it.
import { canDismiss, type undismissable } from '../../../contract/action-item-kinds.ts';
import type { Texts } from '../texts/texts.ts';
import type { ActionItemKind } from './action-items.ts';

/** Excludes the kinds that can only be resolved, not dismissed. */
export type DismissableKind = Exclude<ActionItemKind, (typeof undismissable)[number]>;

export function isDismissable(kind: ActionItemKind): kind is DismissableKind {
  return canDismiss(kind);
}

/** The label of the button that opens the dialog. */
export function dismissLabel(kind: DismissableKind, texts: Texts['itemRows']): string {
  return dismissalTexts(kind, texts).act;
}

export function dismissalTexts(kind: DismissableKind, texts: Texts['itemRows']) {
  const dismissal = {
    title: texts.dismissTitle,
    help: texts.dismissHelp,
    act: texts.dismiss,
    noteHelp: texts.noteHelp,
  };
  // The buyer reads the note.
  if (kind === 'drop_reported') return { ...dismissal, help: texts.dropDismissHelp, noteHelp: texts.buyerNoteHelp };
  if (kind === 'link_requested') {
    const { declineTitle: title, declineHelp: help, decline: act, buyerNoteHelp: noteHelp } = texts;
    return { title, help, act, noteHelp };
  }
  if (kind !== 'service_above_price') return dismissal;
  return {
    ...dismissal,
    title: texts.useAnywayTitle,
    help: texts.useAnywayHelp,
    act: texts.useAnyway,
    noteHelp: texts.useAnywayNoteHelp,
  };
}
