import type { z } from 'zod';

/** Topics: works that staff put together, of suppliers and what shows them at work, or of schemes alone. */
import { KINDS, type KindFacts } from './kinds.ts';
import type { resourceTopicCalls } from './resource/topic-calls.ts';

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

export type TopicInput = z.output<typeof resourceTopicCalls.post_topic.input>;

export const TOPIC_CALLS = { topic: '/admin/topic', items: '/admin/topic/items' } as const;
