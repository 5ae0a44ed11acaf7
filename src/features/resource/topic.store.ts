import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { TopicForm, TopicInput, TopicItem } from '#contract/topic.ts';
import { createSingleUpload, type Upload } from '#kit/upload/single-upload.ts';

export interface TopicState {
  load: 'loading' | 'forbidden' | 'missing' | 'failed' | 'ready';
  failure: Failure | null;
  form: TopicForm;
  /** The uploaded cover; null: that of its first work; undefined: as it is stored. */
  cover_file_id: number | null | undefined;
  upload: Upload | null;
  errors: Readonly<Record<string, string>>;
  saving: boolean;
  /** What the words find; null: nothing was asked. */
  found: TopicItem[] | null;
}

const EMPTY: TopicForm = { id: 0, menu: 'resource', title: '', introduction: '', cover_src: '', shown: true, items: [] };

/** The form of the topic that the address names, or of a new one. */
export function createTopic() {
  const $state = map<TopicState>({
    ...{ load: 'loading', failure: null, form: EMPTY, cover_file_id: undefined, upload: null, errors: {}, saving: false, found: null },
  });
  const set = (change: Partial<TopicState>) => $state.set({ ...$state.get(), ...change });
  const change = (part: Partial<TopicForm>) => set({ form: { ...$state.get().form, ...part } });
  const upload = createSingleUpload({
    purpose: 'cover',
    show: (under_way) => set({ upload: under_way }),
    async onStored(stored, file) {
      URL.revokeObjectURL($state.get().form.cover_src);
      set({ cover_file_id: stored.id });
      change({ cover_src: URL.createObjectURL(file) });
    },
    onSessionOver: () => location.replace(loginUrl()),
  });

  async function open(): Promise<void> {
    if (!$session.get()) return location.replace(loginUrl());
    const id = Number(new URLSearchParams(location.search).get('id') ?? 0);
    if (!(id > 0)) return set({ load: 'ready' });
    set({ load: 'loading' });
    try {
      set({ load: 'ready', form: await fetchTopic(id), failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const load = error.status === 403 ? 'forbidden' : error.status === 404 ? 'missing' : 'failed';
      set({ load, failure: failureOf(error) });
    }
  }

  async function find(words: string): Promise<void> {
    const list = words.trim() === '' ? null : await findTopicItems(words.trim()).catch(() => []);
    const has = new Set($state.get().form.items.map(({ id }) => id));
    set({ found: list?.filter(({ id }) => !has.has(id)) ?? null });
  }

  function add(item: TopicItem): void {
    change({ items: [...$state.get().form.items, item] });
    set({ found: ($state.get().found ?? []).filter(({ id }) => id !== item.id) });
  }

  /** Moves a work one place up (-1) or down (1). */
  function move(at: number, by: 1 | -1): void {
    const items = [...$state.get().form.items];
    const [item] = items.splice(at, 1);
    if (item) items.splice(Math.max(0, at + by), 0, item);
    change({ items });
  }

  async function save(): Promise<void> {
    const { form, cover_file_id } = $state.get();
    set({ saving: true, errors: {} });
    const { id, menu, title, introduction, shown, items } = form;
    try {
      const saved = await postTopic({
        ...(id > 0 ? { id } : {}),
        ...{ menu, title, introduction, shown, item_ids: items.map((item) => item.id) },
        ...(cover_file_id === undefined ? {} : { cover_file_id }),
      });
      toastSuccess('已保存');
      history.replaceState(history.state, '', `${location.pathname}?id=${saved.id}`);
      set({ saving: false });
      change({ id: saved.id });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      set({ saving: false, errors: formErrors(error) });
    }
  }

  return {
    $state,
    actions: {
      open,
      change,
      find,
      add,
      move,
      save,
      remove: (id: number) => change({ items: $state.get().form.items.filter((item) => item.id !== id) }),
      chooseCover: (file: File) => void upload.choose(file),
      dropCover() {
        set({ cover_file_id: null });
        change({ cover_src: '' });
      },
    },
  };
}

const fetchTopic = (id: number) => gateway('GET /admin/topic', { id }, SILENT);

const postTopic = (input: TopicInput) => gateway('POST /admin/topic', input, SILENT);

const findTopicItems = (keyword: string) => gateway('GET /admin/topic/items', { keyword }, SILENT).then(({ list }) => list);
