import { gateway } from '#client/gateway.ts';
import type { TopicInput } from '#contract/topic.ts';

/** The screen shows its failures itself. */
const SILENT = { silent: true } as const;

export const fetchTopic = (id: number) => gateway('GET /admin/topic', { id }, SILENT);
export const postTopic = (input: TopicInput) => gateway('POST /admin/topic', input, SILENT);
export const findTopicItems = (keyword: string) => gateway('GET /admin/topic/items', { keyword }, SILENT).then(({ list }) => list);
