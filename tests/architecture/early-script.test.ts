import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { announcementScript, asInlineScript, earlyScript } from '../../tools/early-script.mjs';

/** What a browser has when the script runs, as far as the script asks for it. */
function runIn(stored: Record<string, string>) {
  const dataset: Record<string, string> = {};
  const heard: string[] = [];
  const setProperty = (name: string, value: string) => {
    dataset[name] = value;
  };
  runInNewContext(earlyScript(), {
    document: { documentElement: { dataset, style: { setProperty } } },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    addEventListener: (event: string) => heard.push(event),
  });
  return { dataset, heard };
}

it('the script before the first paint is one that browsers can read, and marks who is signed in', () => {
  expect(runIn({})).toEqual({ dataset: { session: 'out' }, heard: ['click', 'keydown'] });
  expect(runIn({ token: 't', userinfo: '{"id":7,"nickname":"小策"}' }).dataset).toEqual({ session: 'in', '--nickname': '"小策"' });
  expect(runIn({ token: 't', userinfo: '{' }).dataset).toEqual({ session: 'out' });
});

it('the inline script of every page is one that browsers take: without types, imports and comments', () => {
  // throws where it is no script
  for (const [script, holds] of [
    [earlyScript(), 'dataset.session'],
    [announcementScript(), 'dataset.announcement'],
  ] as const) {
    expect(script).toContain(holds);
    expect(script).not.toMatch(/^\s*\/\/| as [A-Z]|: Element|\n/m);
  }
});

it('what only TypeScript understands ends the build', () => {
  expect(asInlineScript('// why\nconst a = (x: number) => x as unknown;\nvoid a;')).toMatch(/^const a\s*=\s*\(?(\w)\)?\s*=>\s*\1;/);
  for (const source of ['enum A { B }', "import a from 'a';", 'const a = ;']) expect(() => asInlineScript(source), source).toThrow();
});

interface Bar {
  announcement: string;
  for: string;
  from?: number;
  until?: number;
}

/** The announcements of a page as the script finds them. */
function runBars(stored: Record<string, string>, bars: readonly Bar[]) {
  const made = bars.map(({ announcement, from = 0, until = 0, ...bar }) => {
    const heard: Array<() => void> = [];
    const button = { addEventListener: (_event: string, told: () => void) => heard.push(told) };
    return {
      ...{ hidden: true, dataset: { announcement, for: bar.for, from: String(from), until: String(until) }, querySelector: () => button },
      close: () => {
        for (const told of heard) told();
      },
    };
  });
  runInNewContext(announcementScript(), {
    ...{ Date, Number, Object, JSON },
    document: { querySelectorAll: () => made },
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => Object.assign(stored, { [key]: value }),
    },
  });
  const shown = () => made.filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.announcement);
  return { shown, close: (announcement: string) => made.find(({ dataset }) => dataset.announcement === announcement)?.close() };
}

const userinfo = (user: object) => ({ token: 't', userinfo: JSON.stringify({ id: 7, ...user }) });
const now_s = Date.now() / 1000;

it('of the announcements of a page the first is shown that is due for this reader', () => {
  const bars: Bar[] = ['publisher', 'vip', 'member', 'visitor'].map((reader, at) => ({ announcement: String(at + 1), for: reader }));
  const seen = (stored: Record<string, string>) => runBars(stored, bars).shown();
  expect([seen({}), seen(userinfo({})), seen({ token: 't', userinfo: '{' })]).toEqual([['4'], ['3'], ['4']]);
  expect(seen(userinfo({ vip: { scheme: { id: 1, end_time: now_s + 60 } } }))).toEqual(['2']);
  expect(seen(userinfo({ vip: { scheme: { id: 1, end_time: now_s - 60 } } }))).toEqual(['3']);
  expect(seen(userinfo({ works_num: 2, vip: {} }))).toEqual(['1']);
  const timed = [
    { announcement: '8', for: 'all', from: now_s + 60 },
    { announcement: '9', for: 'all', until: now_s - 60 },
    { announcement: '10', for: 'all', until: now_s + 60 },
  ];
  expect(runBars({}, timed).shown()).toEqual(['10']);
});

it('an announcement that was closed stays closed in this browser, and the next one comes up', () => {
  const stored: Record<string, string> = { closed_announcements: '5' };
  const bars = [5, 6, 7].map((announcement) => ({ announcement: String(announcement), for: 'all' }));
  const page = runBars(stored, bars);
  expect(page.shown()).toEqual(['6']);
  page.close('6');
  expect([page.shown(), stored['closed_announcements']]).toEqual([['7'], '5 6']);
  expect(runBars(stored, bars).shown()).toEqual(['7']);
});
