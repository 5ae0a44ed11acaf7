import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Opens a dialog from anywhere and resolves with what closes it. It lives in a root of its own, so that any island, or none,
 * may ask.
 */
export function openDialog<T>(render: (close: (result: T) => void) => ReactNode): Promise<T> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  return new Promise<T>((resolve) => {
    const close = (result: T) => {
      // before `onClose`: the dialog's step back in the history must not undo a navigation that it starts (back-closes.ts)
      root.unmount();
      host.remove();
      resolve(result);
    };
    root.render(render(close));
  });
}
