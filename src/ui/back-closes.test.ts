import { beforeEach, expect, it, vi } from 'vitest';

/** As much of the browser's history as matters: entries with their state, and steps that arrive later. */
class FakeHistory extends EventTarget {
  entries: unknown[] = [null];
  at = 0;
  get state(): unknown {
    return this.entries[this.at];
  }
  readonly go = (by: number) => {
    // where a step leads is settled when it is asked for
    const to = this.at + by;
    setTimeout(() => {
      this.at = to;
      this.dispatchEvent(new Event('popstate'));
    });
  };
  readonly pushState = (state: unknown) => {
    this.entries = [...this.entries.slice(0, this.at + 1), state];
    this.at += 1;
  };
}

let browser: FakeHistory;
let backCloses: typeof import('./back-closes.ts').backCloses;
let leaveTo: typeof import('./back-closes.ts').leaveTo;
let log: string[];
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  browser = new FakeHistory();
  log = [];
  vi.stubGlobal('history', browser);
  vi.stubGlobal('location', { assign: (url: string) => log.push(`${url} from ${browser.at}`) });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  ({ backCloses, leaveTo } = await import('./back-closes.ts'));
});

/** Something over the page that calls its `leave` when it is closed, as a dialog does. */
function open(name: string) {
  const leave = backCloses(() => {
    log.push(name);
    leave();
  });
  return leave;
}
const back = async () => {
  browser.go(-1);
  await vi.runAllTimersAsync();
};

it('U-28 closes the topmost with each step back, and leaves no entry', async () => {
  open('viewer');
  open('dialog');
  expect(browser.at).toBe(2);
  await back();
  expect([log, browser.at]).toEqual([['dialog'], 1]);
  await back();
  expect([log, browser.at]).toEqual([['dialog', 'viewer'], 0]);
});

it('takes its entry away when it is closed by a button, and closes nothing else by that', async () => {
  open('viewer');
  open('dialog')();
  await vi.runAllTimersAsync();
  expect([log, browser.at]).toEqual([[], 1]);
  await back();
  expect([log, browser.at]).toEqual([['viewer'], 0]);
});

it('goes back once when several close together', async () => {
  const viewer = open('viewer');
  open('dialog')();
  viewer();
  await vi.runAllTimersAsync();
  expect([log, browser.at]).toEqual([[], 0]);
});

it('holds when one dialog takes the place of another, at once or while the step is under way', async () => {
  open('question')();
  open('answer');
  await vi.runAllTimersAsync();
  expect(browser.at).toBe(1);
  await back();
  expect([log, browser.at]).toEqual([['answer'], 0]);

  open('login')();
  // the step was asked for, and has not arrived
  await Promise.resolve();
  const leave = open('purchase');
  await vi.runAllTimersAsync();
  expect([log, browser.at]).toEqual([['answer'], 1]);
  leave();
  await vi.runAllTimersAsync();
  expect(browser.at).toBe(0);
});

it('finds its way on an entry that an earlier visit left', async () => {
  browser.pushState({ over: 1 });
  open('dialog');
  expect(browser.at).toBe(1);
  await back();
  expect([log, browser.at]).toEqual([['dialog'], 0]);
});

it('opens another page once what was over this one is gone, and its entry with it', async () => {
  const leave = backCloses(() => log.push('closed'));
  leaveTo('/');
  await vi.runAllTimersAsync();
  expect(log).toEqual([]);
  leave();
  await vi.runAllTimersAsync();
  expect(log).toEqual(['/ from 0']);
});

it('opens it once: what closes later on the page that came back from memory does not lead there again', async () => {
  const leave = backCloses(() => log.push('closed'));
  leave();
  leaveTo('/');
  await vi.runAllTimersAsync();
  open('dialog')();
  await vi.runAllTimersAsync();
  expect(log).toEqual(['/ from 0']);
});

it('opens another page at once when nothing is over this one', () => {
  leaveTo('/');
  expect(log).toEqual(['/ from 0']);
});
