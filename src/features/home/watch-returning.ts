import { $session } from '#client/session.ts';

/** Loads what greets a reader who comes back when its place is near the view; a visitor loads nothing. */
export function watchReturning(): void {
  const place = document.querySelector<HTMLElement>('[data-returning]');
  if (!place || !$session.get()) return;
  const seen = new IntersectionObserver(
    async (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      await (await import('./fill-returning.ts')).fillReturning(place);
    },
    // also where the reader jumped past it
    { rootMargin: '100000px 0px 400px' },
  );
  seen.observe(place);
}
