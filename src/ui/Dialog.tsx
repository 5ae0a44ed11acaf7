import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { backCloses } from './back-closes.ts';
import { classNames } from './class-names.ts';
import { placeNow } from './place-now.ts';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Called for Escape, the close button and, unless `modal_only`, a press outside. Closing itself is the owner's decision. */
  onClose: () => void;
  /** A press outside does not close (spec 4, captcha loop). */
  modal_only?: boolean;
  /** Hides the title for the eye, not for a screen reader. */
  bare?: boolean;
  /** Width in px that the specification gives; on small screens the dialog fills the width. */
  width?: 400 | 480 | 544 | 640 | 930 | 954;
  className?: string;
  children: ReactNode;
}

const WIDTH = {
  400: 'max-w-[400px]',
  480: 'max-w-[480px]',
  544: 'max-w-[544px]',
  640: 'max-w-[640px]',
  930: 'max-w-[930px]',
  954: 'max-w-[954px]',
} as const;

/** Focused first; without one the browser focuses the close button. */
const FIRST_FIELD = 'input:is(:not([type]), [type=text], [type=tel], [type=password]), textarea';

/** Event on the document when a dialog opened or closed: a toast in the top layer moves above it. */
const CHANGED = 'dialog-changed';

/**
 * A modal on the native element, which traps focus, closes on Escape and restores focus; Back closes it, too. Focus starts in the first text
 * field, if any. Rendered only while open.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ title, onClose, modal_only = false, bare = false, width = 480, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const title_id = useId();
  const onBack = useEffectEvent(() => onClose());
  useEffect(() => backCloses(() => onBack()), []);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    const keepNear = placeNow();
    dialog.showModal();
    // what stands above the field is read first
    dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus({ preventScroll: true });
    document.documentElement.classList.add('overflow-hidden');
    document.dispatchEvent(new Event(CHANGED));
    return () => {
      dialog.close();
      if (!document.querySelector('dialog:modal')) document.documentElement.classList.remove('overflow-hidden');
      document.dispatchEvent(new Event(CHANGED));
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      keepNear();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press outside is a shortcut for the pointer; keys have Escape and the button
    <dialog
      ref={ref}
      aria-labelledby={title_id}
      className={classNames('dialog', WIDTH[width], className)}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // a browser may close it without asking, at a second Escape: its owner decides here, too
      onClose={({ currentTarget: dialog }) => {
        if (!dialog.isConnected) return;
        onClose();
        setTimeout(() => dialog.isConnected && !dialog.open && dialog.showModal());
      }}
      onClick={(event) => {
        if (!modal_only && event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-body">
        <h2 id={title_id} className={bare ? 'sr-only' : 'mb-4 pr-8 text-lg font-semibold'}>
          {title}
        </h2>
        <button type="button" className="btn btn-ghost btn-sm btn-square absolute top-4 right-4" onClick={onClose} aria-label="关闭">
          <X size={18} aria-hidden="true" />
        </button>
        {children}
      </div>
    </dialog>
  );
}
