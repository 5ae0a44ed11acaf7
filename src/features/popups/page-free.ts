const AT_WORK = 'html:is([data-touched], [data-owned]), body[data-own]';

/** A field of this page was touched, its work was bought, or the page is the reader's own: they are at work (0202). */
export const isBusy = (): boolean => document.querySelector(AT_WORK) !== null;

/** Nothing else is open. Asked again once what should come up is loaded: on a phone the first tap begins both, and paying goes first. */
export const pageFree = (): boolean => !document.querySelector(`dialog:modal, .pswp, :popover-open, ${AT_WORK}`) && !document.hidden;
