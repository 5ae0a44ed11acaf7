/** Topics: collections of suppliers' resources and of what shows them at work, put together by staff. */

export const TOPIC_TITLE_MAX = 60;
export const TOPIC_INTRODUCTION_MAX = 1_000;
export const TOPIC_ITEMS_MAX = 100;

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
  title: string;
  introduction: string;
  /** An uploaded picture; null: the cover of its first work; absent: as it is. */
  cover_file_id?: number | null;
  shown: boolean;
  /** In this order. */
  item_ids: number[];
}

export const TOPIC_CALLS = { topic: '/admin/topic', items: '/admin/topic/items' } as const;
