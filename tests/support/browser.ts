import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];

/** The shell has the same engine without windows: a profile of its own costs a fifth there. */
const PROGRAMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** A page of a test is gone before optimised code has paid for its making: with axe it costs a tenth less. */
const SHORT_LIVED = ['--js-flags=--no-maglev --no-turbofan'];

/** The browser that CHROMIUM names, else the lightest that is installed. */
export function openBrowser(flags: readonly string[] = SHORT_LIVED): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? PROGRAMS.find((path) => existsSync(path));
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...FLAGS, ...flags] });
}

let of_worker: Browser | undefined;

/** The browser that the files of a worker take turns with: a launch costs as much as a page. A page has a profile of its own in any case. */
export async function joinBrowser(): Promise<Browser> {
  if (!of_worker?.isConnected()) of_worker = await openBrowser();
  return of_worker;
}

/** Ends what this file left open in the worker's browser. Call in afterAll. */
export async function leaveBrowser(): Promise<void> {
  await Promise.all(of_worker?.contexts().map((context) => context.close()) ?? []);
}

/** A page of a visitor of its own. Errors nobody caught and refusals of the content security policy are collected. */
export async function openPage(
  browser: Browser,
  width: 1440 | 1280 | 390 = 1280,
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Hydration|hydrat/i.test(message.text())) complaints.push(message.text());
  });
  return { page, context, complaints };
}
