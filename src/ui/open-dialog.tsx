import { isValidElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface OpenDialog {
  /** Its component. */
  of: unknown;
  opened_ms: number;
  result: Promise<unknown>;
}
const open: OpenDialog[] = [];
let pressed_ms = 0;
if (typeof document !== 'undefined')
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, () => (pressed_ms = performance.now()), true);

/**
 * Opens a dialog from anywhere and resolves with what closes it. It lives in a root of its own, so that any island, or none, may ask. Presses of a
 * button whose code was still on its way open it once.
 */
export function openDialog<T>(render: (close: (result: T) => void) => ReactNode): Promise<T> {
  let close: (result: T) => void = () => undefined;
  const dialog = render((result) => close(result));
  const of = isValidElement(dialog) ? dialog.type : null;
  const same = open.find((one) => one.of === of && of !== null && one.opened_ms > pressed_ms);
  if (same) return same.result as Promise<T>;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const result = new Promise<T>((resolve) => {
    close = (value) => {
      open.splice(open.indexOf(mine), 1);
      // before `onClose`: the dialog's step back in the history must not undo a navigation that it starts (back-closes.ts)
      root.unmount();
      host.remove();
      resolve(value);
    };
  });
  const mine: OpenDialog = { of, opened_ms: performance.now(), result };
  open.push(mine);
  root.render(dialog);
  return result;
}
