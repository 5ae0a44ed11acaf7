import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const login = { current: { token: 't', user: { id: 7 } } as object | null };
const asked: string[] = [];
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => login.current },
  requireSession: async (reason: string) => {
    asked.push(reason);
    login.current = { token: 'u', user: { id: 7 } };
    return login.current;
  },
}));
vi.mock('#client/toast.ts', () => ({ toastNote: () => undefined, toastError: () => undefined }));
const { createSavingForm } = await import('./saving-form.ts');
type Wish = import('./saving-form.ts').SaveWish<{ title: string }>;
type Save = import('./saving-form.ts').SaveState;

let page: EventTarget;
let stored: Map<string, string>;
const key = 'form_draft:7:salon::5';
beforeEach(() => {
  page = new EventTarget();
  stored = new Map();
  login.current = { token: 't', user: { id: 7 } };
  asked.length = 0;
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A form under `id` whose server is `save`; `server` is what a fetch brings. */
function formWith(
  save: (wish: Wish, leaving: boolean) => Promise<{ id: number; edition: number }>,
  server = { title: '存着的', edition: 100 },
) {
  const at = { id: 5 as number | null, form: { title: server.title }, save: { kind: 'none' } as Save };
  const sent: Array<Wish & { leaving: boolean }> = [];
  const saving = createSavingForm<{ title: string }, { id: number; edition: number }>(
    {
      name: 'salon',
      read: () => ({ id: at.id, form: at.form }),
      save: (wish, leaving) => {
        sent.push({ ...wish, leaving });
        return save(wish, leaving);
      },
      saved: ({ id }) => {
        if (at.id === null) location.search = `?id=${id}`;
        Object.assign(at, { id });
      },
      atOf: () => 1,
      state: () => at.save,
      show: (state) => void Object.assign(at, { save: state }),
      isDone: () => false,
      fetch: async (id) => {
        Object.assign(at, { id, form: { title: server.title }, save: { kind: 'saved', at_s: 1 } });
        return id === null ? undefined : { id, edition: server.edition };
      },
    },
    1,
  );
  const type = (title: string) => {
    at.form = { title };
    saving.touch();
  };
  return { at, sent, saving, type };
}
const accepts = async ({ id }: Wish) => ({ id: id ?? 5, edition: 101 });
const refuses = (facts: { code?: number; status: number; data?: unknown }) => () =>
  Promise.reject(new ApiError({ code: 1, msg: '未保存', ...facts }));

it('B3 saves on a pause, names the text it read, and one new form stays one draft', async () => {
  const { at, sent, saving, type } = formWith(accepts);
  await saving.begin(null);
  type('甲');
  await Promise.all([saving.saveNow(), saving.saveNow()]);
  expect(sent.map(({ id, edition }) => [id, edition])).toEqual([
    [null, undefined],
    [5, 101],
  ]);
  expect(new Set(sent.map(({ draft_key }) => draft_key)).size).toBe(1);
  expect(at.save).toEqual({ kind: 'saved', at_s: 1 });
});

it('B3 what was typed in the last second goes out when the page is left, and is brought back where no answer came', async () => {
  const { sent, saving, type } = formWith(() => new Promise(() => undefined));
  await saving.begin(5);
  type('刚输入的');
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toMatchObject([{ id: 5, edition: 100, form: { title: '刚输入的' }, leaving: true }]);
  expect(stored.has(key)).toBe(true);
  const again = formWith(accepts);
  await again.saving.begin(5);
  expect(again.sent).toMatchObject([{ id: 5, edition: 100, form: { title: '刚输入的' }, leaving: false }]);
  expect(stored.size).toBe(0);
});

it('B3 does not name a text while the answer of an earlier save is on its way, and sends nothing when all is saved', async () => {
  const { sent, saving, type } = formWith(() => new Promise(() => undefined));
  await saving.begin(5);
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([]);
  type('一');
  void saving.saveNow();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  type('二');
  page.dispatchEvent(new Event('pagehide'));
  expect(sent[1]).toMatchObject({ form: { title: '二' }, edition: undefined, leaving: true });
});

it('B3 a login that ended is asked for once, and what was typed is saved after it', async () => {
  let over = true;
  const { at, sent, saving, type } = formWith((wish) => {
    if (!over) return accepts(wish);
    over = false;
    login.current = null;
    return refuses({ code: 2, status: 401 })();
  });
  await saving.begin(5);
  type('甲');
  await vi.waitFor(() => expect(at.save.kind).toBe('saved'));
  expect(asked).toHaveLength(1);
  expect(sent).toHaveLength(2);
});

it('B3 is silent after another account signed in: its draft is not this one', async () => {
  const { at, sent, saving, type } = formWith(accepts);
  await saving.begin(5);
  login.current = { token: 'x', user: { id: 8 } };
  type('甲');
  await saving.saveNow();
  expect(sent).toEqual([]);
  expect(at.save).toMatchObject({ kind: 'failed' });
});

it('B3 leaves nothing in the browser of somebody who signed out', async () => {
  const { sent, saving, type } = formWith(accepts);
  await saving.begin(5);
  type('甲');
  login.current = null;
  page.dispatchEvent(new Event('pagehide'));
  expect([sent, stored.size]).toEqual([[], 0]);
});

it('B3 two tabs: the later one is told, and saves over the other or takes its text', async () => {
  let theirs = true;
  const { at, sent, saving, type } = formWith((wish) =>
    theirs && wish.edition !== undefined ? refuses({ status: 409, data: { edition: 200 } })() : accepts(wish),
  );
  await saving.begin(5);
  type('这边');
  await saving.saveNow();
  expect(at.save).toEqual({ kind: 'conflict', whole: false });
  type('这边又写');
  await saving.saveNow();
  expect(sent).toHaveLength(1);
  await saving.keepMine();
  expect(sent[1]).toMatchObject({ form: { title: '这边又写' }, edition: undefined });
  expect(at.save.kind).toBe('saved');
  theirs = false;
  await saving.takeStored();
  expect(at.form.title).toBe('存着的');
});

it('B3 a text that was left and one that came later elsewhere are both there to choose from', async () => {
  const left = JSON.stringify({ draft_key: 'k', edition: 90, form: { title: '留下的' }, at: Date.now() });
  stored.set(key, left);
  const { at, sent, saving } = formWith((wish) =>
    wish.edition === undefined ? accepts(wish) : refuses({ status: 409, data: { edition: 100 } })(),
  );
  await saving.begin(5);
  expect(at.save).toEqual({ kind: 'conflict', whole: true });
  expect(stored.get(key)).toBe(left);
  await saving.keepMine();
  expect(sent.at(-1)).toMatchObject({ form: { title: '留下的' }, edition: undefined });
  expect(stored.size).toBe(0);
});

it('B3 what was refused of a new form and saved afterwards, or submitted, leaves no copy that a later form would bring back', async () => {
  let over = false;
  const { at, saving, type } = formWith((wish) => (over ? accepts(wish) : refuses({ status: 500 })()));
  location.search = '?label=3';
  await saving.begin(null);
  type('甲');
  await saving.saveNow();
  expect([...stored.keys()]).toEqual(['form_draft:7:salon::new?label=3']);
  over = true;
  await saving.saveNow();
  expect([at.id, stored.size]).toEqual([5, 0]);
  over = false;
  type('乙');
  await saving.saveNow();
  expect(stored.size).toBe(1);
  saving.took({ id: 5, edition: 102 });
  expect(stored.size).toBe(0);
});

it('B3 a new form that was left does not write over its draft, which went on elsewhere', async () => {
  const left = { draft_key: 'k', edition: null, form: { title: '开头' }, at: Date.now() };
  stored.set('form_draft:7:salon::new', JSON.stringify(left));
  const { at, sent, saving } = formWith((wish) =>
    wish.edition === undefined ? accepts(wish) : refuses({ status: 409, data: { edition: 100 } })(),
  );
  await saving.begin(null);
  expect([at.save, sent[0]?.edition]).toEqual([{ kind: 'conflict', whole: true }, 0]);
  await saving.keepMine();
  expect([at.id, stored.size]).toEqual([5, 0]);
  expect(sent.at(-1)).toMatchObject({ id: null, draft_key: 'k', form: { title: '开头' } });
});
