/** A field of this page was touched, or its work was bought: the reader is at work (0202). */
export const isBusy = (): boolean => document.querySelector('html:is([data-touched], [data-owned])') !== null;

/** Nothing else is open. Asked again once what should come up is loaded: on a phone the first tap begins both, and paying goes first. */
export const pageFree = (): boolean =>
  !document.querySelector('dialog:modal, .pswp, :popover-open, html:is([data-touched], [data-owned])') && !document.hidden;
