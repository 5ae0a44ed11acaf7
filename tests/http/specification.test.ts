import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPECIFIED_CALLS as LENIENT_CALLS } from '#contract/specified.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { type Site, startSite } from '../support/site.ts';
import { SPECIFIED_CALLS } from '../support/specified-calls.ts';
import { SPECIFIED_PAGES } from '../support/specified-pages.ts';
import { growSpecifiedWorld, type SpecifiedIds } from '../support/specified-world.ts';

// Every page and every call that the specification names, over the real process and the database that the test has filled.
const t = testApp();
let site: Site;
let me: Person;
/** Signs out on the way. */
let leaver: Person;
let ids: SpecifiedIds;

beforeAll(async () => {
  ({ ids, me } = await growSpecifiedWorld(t));
  leaver = await makePerson(t);
  site = await startSite({ data_dir: t.config.data_dir, env: { DATABASE_URL: t.booted.database_url } });
}, 180_000);
afterAll(async () => {
  await site?.stop();
});

/** Words with `$` are ids. @throws for a word that names none */
function idOf(word: string): string | number {
  const name = word.slice(1);
  if (!Object.hasOwn(ids, name)) throw new Error(`no ${word} in the test's world`);
  return ids[name as keyof SpecifiedIds];
}
const named = (input: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, typeof value === 'string' && value.startsWith('$') ? idOf(value) : value]),
  );

/** What the address shows: the title of its page without the site's name, or where it leads. */
async function open(path: string, token?: string): Promise<string> {
  const response = await fetch(`${site.url}${path}`, {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(token ? { token, cookie: `token=${token}` } : {}) },
  });
  const html = await response.text();
  if (response.status >= 300 && response.status < 400) return `-> ${response.headers.get('location')}`;
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? 'no title';
  const own = title.replace(/ - 策猫$/, '');
  return response.status === 200 ? own : `${response.status} ${own}`;
}
const HELP = new URL('../../src/content/help/', import.meta.url);
/** Every address of this site in the texts of the help centre. */
function helpLinks(): string[] {
  const texts = readdirSync(HELP).map((name) => readFileSync(new URL(name, HELP), 'utf8'));
  const links = texts.flatMap((text) => [...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, link = '']) => link));
  return [...new Set(links.map((link) => link.split('#')[0] as string))].toSorted();
}
const withIds = (text: string) => text.replaceAll(/\$[a-z_]+/g, (word) => String(idOf(word)));

describe('SH-15 the specification', () => {
  it('names 141 pages and 142 calls', () => {
    const pages = SPECIFIED_PAGES.map(([path]) => path).filter((path) => !path.includes('?'));
    const calls = SPECIFIED_CALLS.map(([call]) => call);
    expect([new Set(pages).size, new Set(calls).size]).toEqual([141, 142]);
    expect(new Set(calls)).toEqual(LENIENT_CALLS);
  });

  it('is answered by every page, to a visitor and to somebody signed in alike', async () => {
    const shown = await Promise.all(
      SPECIFIED_PAGES.map(async ([path]) => [path, await open(withIds(path)), await open(withIds(path), me.token)]),
    );
    expect(shown).toEqual(SPECIFIED_PAGES.map(([path, shows]) => [path, withIds(shows), withIds(shows)]));
  });

  it('and the texts of the help centre lead to pages that are there', async () => {
    const links = helpLinks();
    expect(links.length).toBeGreaterThan(60);
    const dead: string[] = [];
    for (const link of links) {
      const shows = await open(link);
      // what needs an id or leads elsewhere is no place for a reader to be sent to
      if (/^(-> |\d{3} |no title)/.test(shows)) dead.push(`${link}: ${shows}`);
    }
    expect(dead).toEqual([]);
  });

  it('is answered by every call, to a visitor and to somebody signed in', async () => {
    const answers: unknown[] = [];
    for (const [call, input] of SPECIFIED_CALLS) {
      const [method = '', path = ''] = call.split(' ');
      const given =
        method === 'GET' || method === 'DELETE' ? { query: named(input) as Record<string, string | number> } : { body: named(input) };
      const visitor = await t.call(method, path, given);
      const signed = await t.call(method, path, { ...given, token: path === '/api/user/logout' ? leaver.token : me.token });
      answers.push([call, visitor.body.code, signed.body.code === 0 ? 0 : signed.body.msg]);
    }
    expect(answers).toEqual(SPECIFIED_CALLS.map(([call, , visitor, signed]) => [call, visitor, signed]));
  });
});
