// A modal dialog on the native element, which traps the focus, closes on Escape and dims the page.
import { useId, useLayoutEffect, useRef } from 'react';
import type { Elements } from './elements.ts';

type DialogProps = {
  title: string;
  children: Elements;
  /** Also called on Escape. A `busy` dialog cannot be closed. */
  onClose: () => void;
  busy?: boolean;
  /** sheet: at the lower edge of a phone. */
  look?: 'dialog' | 'sheet';
};

/** Open while it is rendered. The focus returns to the previous element. */
export function Dialog({ title, children, onClose, busy = false, look = 'dialog' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={look === 'sheet' ? 'dialog sheet' : 'dialog'}
      onCancel={(event) => {
        // React events bubble from a nested dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return;
        // Browsers close a dialog after repeated Escapes, even when `cancel` is prevented.
        if (busy) currentTarget.showModal();
        else onClose();
      }}
    >
      <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
