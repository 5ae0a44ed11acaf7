/** Topics: works that staff put together, of suppliers and what shows them at work, or of schemes alone. */
import { KINDS, type KindFacts } from './kinds.ts';

export type { TopicForm, TopicItem } from './outputs/resource.ts';

export const TOPIC_TITLE_MAX = 60;
export const TOPIC_INTRODUCTION_MAX = 1_000;
export const TOPIC_ITEMS_MAX = 100;

/** Kinds in whose menu staff put collections, by their key; where one stands is settled when it is made. */
export const TOPIC_MENUS: ReadonlyMap<string, { kind: KindFacts; title: string; alone: boolean }> = new Map(
  Object.values<KindFacts>(KINDS).flatMap((kind) => (kind.collections ? [[kind.key, { kind, ...kind.collections }] as const] : [])),
);
export const TOPIC_MENU_TITLES = Object.fromEntries([...TOPIC_MENUS].map(([key, { title }]) => [key, title]));

/** The menu of a kind's collections, by the number of the kind; null: staff make none. */
export const topicMenuOf = (code: number | undefined): string | null =>
  [...TOPIC_MENUS].find(([, { kind }]) => kind.code === code)?.[0] ?? null;

export interface TopicInput {
  /** Absent: a new one. */
  id?: number;
  /** Of a new one. */
  /** Key of TOPIC_MENUS. */
  menu: string;
  title: string;
  introduction: string;
  /** An uploaded picture; null: the cover of its first work; absent: as it is. */
  cover_file_id?: number | null;
  shown: boolean;
  /** In this order. */
  item_ids: number[];
}

export const TOPIC_CALLS = { topic: '/admin/topic', items: '/admin/topic/items' } as const;
