import { REQUEST_NEWS_MS } from '#contract/request.ts';

/**
 * Announces requests that came while the hall is open: asks while the tab is seen, the first time after a while, so that who only looks in asks
 * nothing. Returns what ends it.
 */
export function followHall(line: HTMLElement, every_ms = REQUEST_NEWS_MS): () => void {
  const after = Number(line.dataset['newest'] ?? 0);
  const ask = async () => {
    if (document.hidden) return;
    const { gateway, ApiError } = await import('#client/gateway.ts');
    try {
      const { num } = await gateway('GET /receive/request/news', { after }, { silent: true, background: true });
      const text = line.querySelector('[data-num]');
      if (text) text.textContent = num >= 100 ? '99+' : String(num);
      line.hidden = num === 0;
    } catch (error) {
      // the next time asks again
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const timer = setInterval(() => void ask(), every_ms);
  return () => clearInterval(timer);
}
