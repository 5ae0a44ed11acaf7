import { beforeEach, expect, it, vi } from 'vitest';

/** As much of the browser's history as matters: entries, and steps back that arrive later. */
class FakeHistory extends EventTarget {
  entries = 1;
  readonly back = () => {
    setTimeout(() => {
      this.entries -= 1;
      this.dispatchEvent(new Event('popstate'));
    });
  };
  readonly pushState = () => {
    this.entries += 1;
  };
}

let browser: FakeHistory;
let backCloses: typeof import('./back-closes.ts').backCloses;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  browser = new FakeHistory();
  vi.stubGlobal('history', browser);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  ({ backCloses } = await import('./back-closes.ts'));
});

/** Something over the page that calls its `leave` when it is closed, as a dialog does. */
function open(log: string[], name: string) {
  const leave = backCloses(() => {
    log.push(name);
    leave();
  });
  return leave;
}

it('closes the topmost with each step back, and leaves no entry', () => {
  const log: string[] = [];
  open(log, 'viewer');
  open(log, 'dialog');
  expect(browser.entries).toBe(3);
  browser.back();
  vi.runAllTimers();
  expect(log).toEqual(['dialog']);
  browser.back();
  vi.runAllTimers();
  expect([log, browser.entries]).toEqual([['dialog', 'viewer'], 1]);
});

it('takes its entry away when it is closed by a button, and closes nothing else by that', () => {
  const log: string[] = [];
  open(log, 'viewer');
  open(log, 'dialog')();
  vi.runAllTimers();
  expect([log, browser.entries]).toEqual([[], 2]);
  browser.back();
  vi.runAllTimers();
  expect([log, browser.entries]).toEqual([['viewer'], 1]);
});

it('holds when one dialog takes the place of another', () => {
  const log: string[] = [];
  open(log, 'question')();
  open(log, 'answer');
  vi.runAllTimers();
  expect(browser.entries).toBe(2);
  browser.back();
  vi.runAllTimers();
  expect([log, browser.entries]).toEqual([['answer'], 1]);
});
