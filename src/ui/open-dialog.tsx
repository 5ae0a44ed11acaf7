import type { ReactElement, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface OpenDialog {
  /** Its component. */
  of: unknown;
  /** The press after which it opened. */
  press: number;
  result: Promise<unknown>;
}
let open: OpenDialog[] = [];
let press = 0;
const count = () => {
  press++;
};
for (const type of ['pointerdown', 'keydown']) globalThis.document?.addEventListener(type, count, true);

/**
 * Opens a dialog from anywhere and resolves with what closes it. It lives in a root of its own, so that any island, or none, may ask. Presses of a
 * button whose code was still on its way open it once.
 */
export function openDialog<T>(render: (close: (result: T) => void) => ReactNode): Promise<T> {
  let close: (result: T) => void;
  const dialog = render((result) => close(result));
  const of = (dialog as ReactElement).type;
  const same = open.find((one) => one.of === of && one.press === press);
  if (same) return same.result as Promise<T>;
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const result = new Promise<T>((resolve) => {
    close = (value) => {
      open = open.filter((one) => one.result !== result);
      // before `onClose`: the dialog's step back in the history must not undo a navigation that it starts (back-closes.ts)
      root.unmount();
      host.remove();
      resolve(value);
    };
  });
  open.push({ of, press, result });
  root.render(dialog);
  return result;
}
