import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import type { SaveActs } from '#kit/SaveLine.tsx';
import type { SaveState } from '#kit/saving-form.ts';

const login = { current: { token: 't', user: { id: 7 } } as object | null };
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => login.current },
  signOut: () => Object.assign(login, { current: null }),
  requireSession: async () => {
    over = false;
    return Object.assign(login, { current: { token: 'u', user: { id: 7 } } }).current;
  },
}));
vi.mock('#client/toast.ts');

type Stored = { edition: number; form: Record<string, unknown> };
let stored: Stored | null;
let over: boolean;
let page: EventTarget;
let texts: Map<string, string>;
const ENVELOPE = ['id', 'edition', 'draft_key', 'action', 'step'];
const OWN = {
  id: 5,
  may_edit: true,
  state: 'draft',
  status: 'draft',
  saved_at: 1,
  updated_at: 1,
  files: [],
  pictures: [],
  talks: [],
  list: [],
};

/** One server for all of them: a text with its edition, the refusals of `kernel/edition.ts` and of a login that ended. */
async function answer(method: string, typed: Record<string, unknown> | null): Promise<object> {
  if (over) return { code: 2, msg: '登录已失效' };
  if (typed && method !== 'GET') {
    const form = Object.fromEntries(Object.entries(typed).filter(([name]) => !ENVELOPE.includes(name)));
    const is_same = stored !== null && JSON.stringify(stored.form) === JSON.stringify(form);
    if (stored && !is_same && typed['edition'] !== undefined && typed['edition'] !== stored.edition) {
      return { code: 1, msg: '改过', data: { edition: stored.edition }, status: 409 };
    }
    if (!stored || !is_same) stored = { edition: (stored?.edition ?? 0) + 1, form };
    return { code: 0, data: { ...OWN, edition: stored.edition } };
  }
  return { code: 0, data: stored ? { ...OWN, ...stored.form, ...stored } : OWN };
}

// the pause of a page that was left ends with its test
afterEach(() => void vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [stored, over, page, texts] = [null, false, new EventTarget(), new Map()];
  login.current = { token: 't', user: { id: 7 } };
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search: '', pathname: '/', href: 'http://x/' });
  vi.stubGlobal('history', { state: null, replaceState: (_state: unknown, _title: string, url: string) => go(url) });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, value: string) => void texts.set(name, value),
    removeItem: (name: string) => void texts.delete(name),
  });
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    const body = init?.body;
    const given = (await answer(init?.method ?? 'GET', typeof body === 'string' ? JSON.parse(body) : null)) as { status?: number };
    return new Response(JSON.stringify(given), { status: given.status ?? 200, headers: { 'content-type': 'application/json' } });
  });
});
const go = (url: string) => Object.assign(location, { search: url.includes('?') ? url.slice(url.indexOf('?')) : '' });

interface Opened {
  type(text: string): void;
  shown(): unknown;
  save(): SaveState;
  acts: SaveActs;
}
type Facts = { form: object; save: SaveState };
const at = () => Number(new URLSearchParams(location.search).get('id')) || null;
const field = (name: string, $state: { get(): Facts }, change: (patch: never) => void, acts: SaveActs): Opened => ({
  type: (text) => change({ [name]: text } as never),
  shown: () => ($state.get().form as Record<string, unknown>)[name],
  save: () => $state.get().save,
  acts,
});

/** Every form that has a draft. */
const FORMS: Record<string, () => Promise<Opened>> = {
  async demand() {
    const { $state, actions } = (await import('./demand/demand-form.store.ts')).createDemandForm({
      today: '2026-11-27',
      typeOf: () => undefined,
    });
    await actions.open();
    return field('title', $state, actions.change, actions);
  },
  async salon() {
    const { $state, actions } = (await import('./salon/salon-form.store.ts')).createSalonForm();
    await actions.open();
    return field('title', $state, actions.change, actions);
  },
  async recap() {
    const { $state, actions } = (await import('./organise/recap.store.ts')).createRecap(5);
    await actions.load();
    return field('text', $state, actions.change, actions);
  },
  async paper() {
    const { $state, actions } = (await import('./papers/paper.store.ts')).createPaper(5);
    await actions.load();
    return field('title', $state, actions.change, actions);
  },
  async resume() {
    const { $state, actions } = (await import('./recruit/resume.store.ts')).createResume();
    await actions.open(at());
    return field('title', $state, actions.change, actions);
  },
  async publish() {
    const { $state, actions } = (await import('./publish/publish.store.ts')).createPublishForm({ kind: KINDS.ppt });
    await actions.open(at());
    return field('title', $state, actions.change, actions);
  },
  async course() {
    const { $state, actions } = (await import('./publish/publish.store.ts')).createPublishForm({ kind: KINDS.course });
    await actions.open(at());
    return field('title', $state, actions.change, actions);
  },
  async request() {
    const { $state, actions } = (await import('./request/new-request.store.ts')).createNewRequest();
    await actions.open();
    return field('title', $state, actions.change, actions);
  },
};
const names = Object.keys(FORMS);
const open = (name: string) => (FORMS[name] as () => Promise<Opened>)();

it.each(names)('B3 %s: what was typed is there again after the page was left at once', async (name) => {
  const form = await open(name);
  form.type('刚输入的');
  page.dispatchEvent(new Event('pagehide'));
  await vi.waitFor(() => expect(name === 'request' || stored !== null).toBe(true));
  page = new EventTarget();
  vi.stubGlobal('window', page);
  expect((await open(name)).shown()).toBe('刚输入的');
});

it.each(names)('B3 %s: a login that ended meanwhile is asked for, and what was typed is saved', async (name) => {
  const form = await open(name);
  form.type('登录前');
  await form.acts.saveAgain();
  expect(form.save().kind).toBe('saved');
  over = name !== 'request';
  form.type('登录过期时写的');
  await form.acts.saveAgain();
  await vi.waitFor(() => expect(form.save().kind).toBe('saved'));
  expect((await open(name)).shown()).toBe('登录过期时写的');
});

it.each(names)('B3 %s: of two tabs the later one says it, and loses nothing', async (name) => {
  const first = await open(name);
  first.type('开头');
  await first.acts.saveAgain();
  const second = await open(name);
  second.type('另一个窗口');
  await second.acts.saveAgain();
  first.type('这个窗口');
  await first.acts.saveAgain();
  expect(first.save()).toEqual({ kind: 'conflict', whole: false });
  expect(first.shown()).toBe('这个窗口');
  await first.acts.keepMine();
  expect((await open(name)).shown()).toBe('这个窗口');
});
