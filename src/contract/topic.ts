/** Topics: works that staff put together, of suppliers and what shows them at work, or of schemes alone. */

export const TOPIC_TITLE_MAX = 60;
export const TOPIC_INTRODUCTION_MAX = 1_000;
export const TOPIC_ITEMS_MAX = 100;

/** Where a topic stands, by the key of the kind: fixed when it is made. */
export const TOPIC_MENUS = { resource: '资源专题', scheme: '方案合集' } as const;
export type TopicMenu = keyof typeof TOPIC_MENUS;

export interface TopicItem {
  id: number;
  /** Noun of its kind. */
  noun: string;
  title: string;
  /** False: readers do not see it. */
  published: boolean;
}

/** A topic as staff edit it. */
export interface TopicForm {
  id: number;
  menu: TopicMenu;
  title: string;
  introduction: string;
  /** URL; empty: the cover of its first work. */
  cover_src: string;
  shown: boolean;
  items: TopicItem[];
}

export interface TopicInput {
  /** Absent: a new one. */
  id?: number;
  /** Of a new one. */
  menu: TopicMenu;
  title: string;
  introduction: string;
  /** An uploaded picture; null: the cover of its first work; absent: as it is. */
  cover_file_id?: number | null;
  shown: boolean;
  /** In this order. */
  item_ids: number[];
}

export const TOPIC_CALLS = { topic: '/admin/topic', items: '/admin/topic/items' } as const;
