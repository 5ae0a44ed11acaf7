import { atom } from 'nanostores';
import { lateSheet } from './sheets.ts';
import type { Toast } from './toast-view.ts';

/** Spec 9: a toast lasts 1.5 s; spec 8: the message of code 1 is shown for 5 s. */
export const TOAST_MS = { success: 1_500, note: 1_500, error: 5_000 } as const;
const MOST = 3;

/** What is on the screen now, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

let last_id = 0;

export function toastSuccess(text: string): void {
  show('success', text);
}

/** What the reader did leads nowhere further; nothing is broken. */
export function toastNote(text: string): void {
  show('note', text);
}

export function toastError(text: string): void {
  show('error', text);
}

/** Removes a toast early. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}

function show(kind: Toast['kind'], text: string): void {
  const id = ++last_id;
  // the same text twice is one toast whose time begins again
  const others = $toasts.get().filter((toast) => toast.text !== text);
  $toasts.set([...others, { id, kind, text }].slice(-MOST));
  const end = () => void setTimeout(() => dismissToast(id), TOAST_MS[kind]);
  // its time begins when it is seen
  if (in_browser) void lookOfToasts().then(end);
  else end();
}

const in_browser = typeof document !== 'undefined';

/** The subject of a toast may be the line over which its look comes: that is not waited for longer, ms. */
const LOOK_MS = 800;

type View = typeof import('./toast-view.ts');

/** What draws toasts, with its style sheet; null: it is not there in time, or cannot be had. */
function lookOfToasts(): Promise<View | null> {
  const look = Promise.all([import('./toast-view.ts'), lateSheet()]).then(
    ([view]) => view,
    () => null,
  );
  return Promise.race([look, new Promise<null>((resolve) => setTimeout(resolve, LOOK_MS, null))]);
}

/** Needs nothing that is not there. */
let plain: HTMLElement | undefined;

function draw(view: View | null): void {
  const toasts = $toasts.get();
  plain?.remove();
  if (view) view.drawToasts(toasts, dismissToast);
  else if (toasts.length > 0) {
    plain ??= document.createElement('p');
    plain.role = 'alert';
    plain.className = 'load-failed';
    plain.textContent = (toasts.at(-1) as Toast).text;
    (document.querySelector('dialog[open]') ?? document.body).append(plain);
  }
}

if (in_browser) {
  $toasts.listen(() => {
    void lookOfToasts().then(draw);
  });
}
