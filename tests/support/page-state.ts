import type { Locator, Page } from 'playwright';

/**
 * Acts and waits until each text or control was seen. The waiting begins before the act, so that nothing is missed that stays for
 * a moment only: a toast is gone after 1.5 s, a progress bar with the upload.
 */
export async function seenAfter(act: () => Promise<unknown>, ...seen: Locator[]): Promise<void> {
  await Promise.all([...seen.map((locator) => locator.waitFor()), act()]);
}

/** Acts and waits until the document that this leads to has loaded: a reload or another page, whatever the address. */
export async function loadedAfter(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

/** Whether this element has the focus now. Components move it in an effect, so poll it. */
export const hasFocus = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

/** Two frames were drawn: observers and listeners of what happened before have run. For proving that something did not appear. */
export function framesDrawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/** Whatever moves or fades has come to rest; what spins for ever is not waited for. @returns whether anything had to be waited for */
export function atRest(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => Number.isFinite(Number(one.effect?.getComputedTiming().endTime)));
    const running = ending.filter((one) => one.playState === 'running');
    // an animation whose element goes away is cancelled: at rest too
    await Promise.allSettled(running.map((one) => one.finished));
    return running.length > 0;
  });
}

const QUIET_MS = 500;

/**
 * Watches what a page fetches, from now on. `quiet` waits until nothing has been under way for half a second; unlike Playwright's
 * networkidle, which is told once a document, it can be asked again after the page was touched.
 */
export function watchNetwork(page: Page): { quiet(): Promise<void> } {
  const under_way = new Set<unknown>();
  let last = Date.now();
  const ended = (request: unknown) => {
    under_way.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => {
    under_way.add(request);
    last = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return {
    async quiet() {
      last = Date.now();
      for (const deadline = last + 15_000; under_way.size > 0 || Date.now() - last < QUIET_MS; ) {
        if (Date.now() > deadline) throw new Error(`the page still fetches ${under_way.size} things`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
