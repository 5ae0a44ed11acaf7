export interface Toast {
  id: number;
  /** note: a remark, nothing went wrong. */
  kind: 'success' | 'note' | 'error';
  text: string;
}

let box: HTMLElement | null = null;
let drawn: readonly Toast[] = [];

const LOOKS: Record<Toast['kind'], string> = { success: 'alert-success', note: 'alert-note', error: 'alert-error' };

/**
 * Draws the toasts without a framework, in the top layer: above an open dialog and inside it, where screen readers still hear it
 * (what lies outside a modal dialog is inert).
 */
export function drawToasts(toasts: readonly Toast[], dismiss: (id: number) => void): void {
  drawn = toasts;
  box ??= createBox(dismiss);
  const host = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
  if (box.parentElement !== host) host.append(box);
  box.replaceChildren(...toasts.map((toast) => createToast(toast, dismiss)));
  if (box.matches(':popover-open')) box.hidePopover();
  if (toasts.length > 0) box.showPopover();
}

function createBox(dismiss: (id: number) => void): HTMLElement {
  const made = document.createElement('div');
  made.className = 'toast toast-top toast-center m-0 border-0 bg-transparent p-4';
  // a dialog that opens later would lie above it and darken it
  document.addEventListener('dialog-changed', () => drawToasts(drawn, dismiss));
  made.popover = 'manual';
  made.setAttribute('role', 'status');
  made.setAttribute('aria-live', 'polite');
  return made;
}

function createToast(toast: Toast, dismiss: (id: number) => void): HTMLElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = `alert ${LOOKS[toast.kind]} max-w-[min(90vw,32rem)] whitespace-normal shadow-lift`;
  made.dataset.toast = toast.kind;
  made.textContent = toast.text;
  made.addEventListener('click', () => dismiss(toast.id));
  return made;
}
