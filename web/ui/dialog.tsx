// A question that must be answered first. The browser's own dialog: it keeps the focus, closes on Escape, darkens the rest.
import { type ReactNode, useEffect, useId, useRef } from 'react';

type DialogProps = {
  title: string;
  children: ReactNode;
  /** Also for Escape. While `busy` nothing closes it. */
  onClose: () => void;
  busy?: boolean;
};

/** Open as long as it is rendered; the focus returns to where it was. */
export function Dialog({ title, children, onClose, busy = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
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
      className="dialog"
      onCancel={(event) => {
        // React tells it of a dialog inside, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!busy) onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget || currentTarget.open) return;
        // The browser lets nobody be held: after a few Escapes it closes by itself.
        if (busy) currentTarget.showModal();
        else onClose();
      }}
    >
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
