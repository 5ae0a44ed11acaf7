import { brotliCompressSync } from 'node:zlib';
import type { Browser, BrowserContext, Page, Request } from 'playwright';
import { watchNetwork } from './page-state.ts';

type Kind = 'document' | 'stylesheet' | 'script' | 'image' | 'other';
interface Fetched {
  kind: Kind;
  path: string;
  /** On the wire: the browser offers brotli. */
  bytes: number;
  encoding: string;
}

export const sumBytes = (rows: ReadonlyArray<{ bytes: number }>): number => rows.reduce((total, { bytes }) => total + bytes, 0);

/** Everything the page fetched so far. */
export function watchTraffic(page: Page): { quiet(): Promise<void>; list(): Promise<Fetched[]> } {
  const fetched: Request[] = [];
  const { quiet } = watchNetwork(page);
  page.on('requestfinished', (request) => fetched.push(request));
  return {
    quiet,
    list: () =>
      Promise.all(
        fetched.map(async (request) => ({
          kind: request.resourceType() as Kind,
          path: new URL(request.url()).pathname,
          bytes: (await request.sizes()).responseBodySize,
          encoding: (await request.response())?.headers()['content-encoding'] ?? '',
        })),
      ),
  };
}

/** A visitor who touches nothing: what comes after twenty seconds belongs to no first look, however busy the machine is. */
export async function firstLook(
  browser: Browser,
): Promise<{ context: BrowserContext; page: Page; traffic: ReturnType<typeof watchTraffic> }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { setTimeout: later } = window;
    Object.assign(window, { setTimeout: (run: TimerHandler, ms = 0) => (ms >= 20_000 ? 0 : later(run, ms)) });
  });
  return { context, page, traffic: watchTraffic(page) };
}

/** Inline scripts are JavaScript that arrives with the page: what they weigh as brotli sends them. JSON-LD and the like is data. */
export async function inlineScriptBytes(page: Page): Promise<number> {
  const text = await page.evaluate(() => {
    const executable = ['', 'module', 'text/javascript', 'application/javascript'];
    return [...document.querySelectorAll<HTMLScriptElement>('script:not([src])')]
      .filter(({ type }) => executable.includes(type))
      .map((script) => script.textContent ?? '')
      .join('\n');
  });
  return brotliCompressSync(text).byteLength;
}

/** Notes how far things moved by themselves; call before the first page. */
export async function watchShift(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>) {
        if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return (page) => page.evaluate(() => (window as unknown as { shift: number }).shift);
}
