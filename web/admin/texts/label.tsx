// A text of the catalogue that may be in another language than the page.
import type { ToastNotice } from '../../ui/toast.tsx';
import type { LabelText } from './label-text.ts';
import { type SentMessage, shownMessage, useTexts } from './shown-texts.ts';

export function Label({ of }: { of: LabelText }) {
  return typeof of === 'string' ? <span>{of}</span> : <span lang={of.lang}>{of.text}</span>;
}

type ServerTextProps = {
  children: string;
  /** The code of the sentence; without one it is shown as it is. */
  of: SentMessage | null | undefined;
  show?: (message: SentMessage | null | undefined, sentence: string) => string;
};

/** A sentence of the server: in the shown language where it has a text, else in English. */
export function ServerText({ children, of, show = shownMessage }: ServerTextProps) {
  useTexts();
  const shown = show(of, children);
  return <span lang={shown === children ? 'en' : undefined}>{shown}</span>;
}

/** The words alone, for places that take no element. */
export function wordsOf(label: LabelText): string {
  return typeof label === 'string' ? label : label.text;
}

/** A toast with the language of its texts: toasts stand outside the part of the page that has it. */
export function inLanguage(lang: 'en' | 'pt-BR', notice: ToastNotice): ToastNotice {
  const { title, description } = notice;
  return {
    ...notice,
    title: <span lang={lang}>{title}</span>,
    description: <span lang={lang}>{description}</span>,
  };
}
