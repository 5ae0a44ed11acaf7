import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { UserInfo } from '#contract/identity.ts';
import type { ReviewActionText, ReviewEntry, ReviewList } from '#contract/review.ts';

const APPROVE = { name: 'approve', text: '通过并上架', needs_reason: false, reason_label: '原因', reasons: [] } satisfies ReviewActionText;
const row = (id: number, version = 1): ReviewEntry =>
  ({ id, version, type: 'work', subject: { title: `作品 ${id}`, has_pages: true }, actions: [APPROVE] }) as unknown as ReviewEntry;

let rows: ReviewEntry[] = [];
let refusal: ApiError | null = null;
const decided: unknown[] = [];
const listed: string[] = [];
/** What the list of a type waits for. */
const slow = new Map<string, Promise<void>>();
const toasts: string[] = [];

vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /admin/review/list': async ({ type = '', page }): Promise<ReviewList> => {
      listed.push(`${type} ${page}`);
      await slow.get(type);
      return {
        ...{ list: rows, total: rows.length, type: type || 'work', page: 1, limit: 20 },
        types: [
          { type: 'work', title: '作品', open: rows.length, oldest: 0 },
          { type: 'report', title: '举报', open: 2, oldest: 0 },
        ],
      };
    },
    'GET /admin/review/pages': ({ id }) => [{ page_no: id }],
    'POST /admin/review/reveal': ({ id, reason }) => {
      if (refusal) throw refusal;
      return { facts: [{ label: '联系电话', value: `${id} ${reason}` }], reports: [], pages: [] };
    },
    'POST /admin/review/decide': (input) => {
      if (refusal) throw refusal;
      decided.push(input);
      return { id: 1 };
    },
  });
});
vi.mock('#client/toast.ts', () => ({ toastSuccess: (text: string) => toasts.push(text) }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('location', { pathname: '/admin/review', search: '', replace: () => undefined });
vi.stubGlobal('history', { state: null, replaceState: () => undefined, pushState: () => undefined });
let left: () => void = () => undefined;
vi.stubGlobal('addEventListener', (type: string, work: () => void) => {
  if (type === 'pagehide') left = work;
});

const { $session } = await import('#client/session.ts');
const { createReviewDesk } = await import('./review.store.ts');

async function opened() {
  const desk = createReviewDesk();
  await desk.actions.open();
  return desk;
}

/** What waits to be sent is sent. */
const later = () => vi.advanceTimersByTimeAsync(5_000);

beforeEach(() => {
  vi.useFakeTimers();
  $session.set({ token: 't', user: { id: 1 } as UserInfo });
  rows = [row(1), row(2), row(3)];
  refusal = null;
  decided.length = 0;
  toasts.length = 0;
});

it('decides on the version that is on the screen, counts down and goes on to the next', async () => {
  const { $state, actions } = await opened();
  actions.choose(2);
  await actions.decide(APPROVE);
  expect([decided, $state.get().undo]).toEqual([[], '通过并上架：作品 2']);
  await later();
  expect(decided).toEqual([{ id: 2, version: 1, action: 'approve', reason: '' }]);
  expect(toasts).toEqual(['已通过并上架']);
  expect([$state.get().current, $state.get().queue?.total, $state.get().queue?.types[0]?.open]).toEqual([3, 2, 2]);
  await vi.waitFor(() => expect($state.get().pages).toEqual([{ page_no: 3 }]));
});

it('steps through the queue, and stays at its ends', async () => {
  const { $state, actions } = await opened();
  const seen = [1, 1, 1, -1, -1, -1].map((by) => {
    actions.step(by as 1 | -1);
    return $state.get().current;
  });
  expect(seen).toEqual([2, 3, 3, 2, 1, 1]);
});

it('says why a decision did not count, and shows what is there now', async () => {
  const { $state, actions } = await opened();
  refusal = new ApiError({ code: 1, msg: '内容刚有变化，请重新查看后再决定', status: 409 });
  rows = [row(1, 2), row(2), row(3)];
  await actions.decide(APPROVE);
  await later();
  expect($state.get()).toMatchObject({ notice: { message: '内容刚有变化，请重新查看后再决定' }, current: 1, undo: null });
  expect([toasts, $state.get().queue?.list[0]?.version]).toEqual([[], 2]);
  refusal = null;
  await actions.decide(APPROVE);
  await later();
  expect([decided, $state.get().notice]).toEqual([[{ id: 1, version: 2, action: 'approve', reason: '' }], null]);
});

it('U29 takes an approval back within some seconds, sends it when the next is decided or the page is left, and a refusal at once', async () => {
  const { $state, actions } = await opened();
  await actions.decide(APPROVE);
  await actions.load();
  expect($state.get().queue?.list.map(({ id }) => id)).toEqual([2, 3]);
  actions.undo();
  await later();
  expect([decided, $state.get().current, $state.get().queue?.total]).toEqual([[], 1, 3]);
  await actions.decide(APPROVE);
  await actions.decide(APPROVE);
  expect(decided).toEqual([{ id: 1, version: 1, action: 'approve', reason: '' }]);
  left();
  expect(decided).toHaveLength(2);
  await actions.decide({ ...APPROVE, needs_reason: true }, '图片不清楚');
  expect(decided.at(-1)).toEqual({ id: 3, version: 1, action: 'approve', reason: '图片不清楚' });
});

it('goes to another row when somebody else was quicker', async () => {
  const { $state, actions } = await opened();
  refusal = new ApiError({ code: 1, msg: '这一项已被处理，请刷新队列', status: 409 });
  rows = [row(2), row(3)];
  await actions.decide(APPROVE);
  await later();
  expect($state.get()).toMatchObject({ notice: { message: '这一项已被处理，请刷新队列' }, current: 2 });
});

it('shows what is masked once a reason was given, until another row is chosen', async () => {
  const { $state, actions } = await opened();
  expect([await actions.reveal('审核'), $state.get().revealed?.facts[0]?.value]).toEqual([null, '1 审核']);
  await actions.load();
  expect($state.get().revealed).not.toBeNull();
  actions.choose(2);
  expect($state.get().revealed).toBeNull();
  refusal = new ApiError({ code: 1, msg: '这一项不在审核队列中', status: 404 });
  expect([await actions.reveal('审核'), $state.get().revealed]).toEqual(['这一项不在审核队列中', null]);
});

it('shows the type that was chosen last, and pages it before its answer is there', async () => {
  const { $state, actions } = await opened();
  const late = Promise.withResolvers<void>();
  slow.set('report', late.promise);
  actions.chooseType('report');
  actions.chooseType('work');
  await vi.advanceTimersByTimeAsync(0);
  late.resolve();
  slow.clear();
  await vi.advanceTimersByTimeAsync(0);
  expect($state.get().queue?.type).toBe('work');
  listed.length = 0;
  actions.chooseType('report');
  await actions.goToPage(2);
  expect([listed, $state.get().queue?.type]).toEqual([['report 1', 'report 2'], 'report']);
});
