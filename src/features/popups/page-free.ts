/** Nothing else is open. Asked again once what should come up is loaded: on a phone the first tap begins both, and paying goes first. */
export const pageFree = (): boolean => !document.querySelector('dialog:modal, .pswp, :popover-open') && !document.hidden;
