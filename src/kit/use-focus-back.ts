import { useLayoutEffect } from 'react';

/** What a press opens gives the focus back when it goes, unless the reader is elsewhere by then. `open`: what is open; null or undefined: nothing. */
export function useFocusBack(open: unknown): void {
  // before fields that take the focus themselves
  useLayoutEffect(() => {
    if (open === null || open === undefined) return;
    const opener = document.activeElement;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);
}
