/** Brings the first wrong field of a form, or the error that has none, into view and gives it the focus, after the errors are on the screen. */
export function focusFirstError(form: ParentNode = document): void {
  requestAnimationFrame(() => {
    const wrong = form.querySelector<HTMLElement>('form [aria-invalid="true"], form [role="alert"]:not(:empty)');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center', behavior: 'auto' });
  });
}
