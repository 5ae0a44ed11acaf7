import { map } from 'nanostores';
import { type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { type BoundCourses, checkSeries, type OwnSeries } from '#contract/series.ts';
import { typedFen } from '#contract/typed-amount.ts';

/** A work that may stand in a series. */
export type SeriesWork = OwnSeries['items'][number];

/** A series that is being made or changed. */
export interface EditedSeries {
  /** Null: a new one. */
  id: number | null;
  title: string;
  introduction: string;
  /** As it was typed, yuan; '': not sold together. */
  price: string;
  /** Courses that are not open at once, by their ids: the moment, or 0 for after the one before. */
  opens: Readonly<Record<number, number>>;
  items: SeriesWork[];
}

export interface OwnSeriesState {
  list: OwnSeries[] | null;
  bound: BoundCourses;
  failure: Failure | null;
  edited: EditedSeries | null;
  /** Own works that may be added; read a page at a time. */
  works: SeriesWork[];
  more: boolean;
  /** Of the last press. */
  refusal: Failure | null;
  busy: boolean;
}

const WORKS_PAGE = 50;

/** 我的系列: own series, and the one that is being changed. */
export function createOwnSeries() {
  const $state = map<OwnSeriesState>({
    ...{ list: null, bound: { free: [], bought: [] }, failure: null, edited: null },
    ...{ works: [], more: false, refusal: null, busy: false },
  });
  let page = 0;

  /** A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) location.replace(loginUrl());
    else void load();
  }

  async function load(): Promise<void> {
    try {
      const { list, bound } = await gateway('GET /user/series', {}, { silent: true });
      $state.set({ ...$state.get(), list, bound, failure: null });
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }

  function edit(series: OwnSeries | null): void {
    const { id = null, title = '', introduction = '', price = 0, items = [], releases = [] } = series ?? {};
    const opens = Object.fromEntries(releases.map(({ item_id, opens_at }) => [item_id, opens_at]));
    $state.set({
      ...$state.get(),
      edited: { id, title, introduction, price: price > 0 ? String(price) : '', items, opens },
      refusal: null,
    });
    if (page === 0) void moreWorks();
  }

  async function moreWorks(): Promise<void> {
    const asked = { kind: '', tab: 'all' as const, page: ++page, limit: WORKS_PAGE };
    const { list, total } = await gateway('GET /user/publish/mine', asked);
    const works = list.map(({ id, title, kind, status }): SeriesWork => ({ id, title, kind, status }));
    $state.set({ ...$state.get(), works: [...$state.get().works, ...works], more: page * WORKS_PAGE < total });
  }

  function change(patch: Partial<Omit<EditedSeries, 'id'>>): void {
    const { edited } = $state.get();
    if (edited) $state.set({ ...$state.get(), edited: { ...edited, ...patch }, refusal: null });
  }

  const add = (work: SeriesWork) => change({ items: [...($state.get().edited?.items ?? []), work] });
  const drop = (id: number) => change({ items: ($state.get().edited?.items ?? []).filter((item) => item.id !== id) });

  /** Moves a work by so many places, within the list. */
  function move(id: number, by: number): void {
    const items = [...($state.get().edited?.items ?? [])];
    const from = items.findIndex((item) => item.id === id);
    const to = from + by;
    const [moved] = to < 0 || to >= items.length ? [] : items.splice(from, 1);
    if (!moved) return;
    items.splice(to, 0, moved);
    change({ items });
  }

  async function save(): Promise<void> {
    const { edited } = $state.get();
    if (!edited) return;
    const { id, title, introduction, items, opens } = edited;
    const item_ids = items.map((item) => item.id);
    const fen = edited.price.trim() === '' ? 0 : typedFen(edited.price);
    const price = (fen ?? 0) / 100;
    const wrong = fen === null ? '整套价格应为金额，最多两位小数' : checkSeries({ title, item_ids, price });
    if (wrong) return $state.setKey('refusal', plainFailure(wrong));
    await act(async () => {
      const releases = item_ids.flatMap((item_id) => {
        const opens_at = opens[item_id];
        return opens_at === undefined || $state.get().bound.free.includes(item_id) ? [] : { item_id, opens_at };
      });
      const body = { title, introduction, item_ids, price, releases };
      await (id === null
        ? gateway('POST /user/series', body, { silent: true })
        : gateway('PUT /user/series', { ...body, id }, { silent: true }));
      $state.setKey('edited', null);
      toastSuccess('系列已保存');
      await load();
    });
  }

  async function remove(id: number): Promise<void> {
    await act(async () => {
      await gateway('DELETE /user/series', { id });
      toastSuccess('系列已删除，作品还在');
      await load();
    });
  }

  async function act(work: () => Promise<void>): Promise<void> {
    $state.setKey('busy', true);
    try {
      await work();
    } catch (error) {
      $state.setKey('refusal', failureOf(error));
    } finally {
      $state.setKey('busy', false);
    }
  }

  return {
    $state,
    actions: { open, load, edit, close: () => $state.setKey('edited', null), moreWorks, change, add, drop, move, save, remove },
  };
}
