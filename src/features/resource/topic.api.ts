import { gateway } from '#client/gateway.ts';
import { TOPIC_CALLS, type TopicForm, type TopicInput, type TopicItem } from '#contract/topic.ts';

/** The screen shows its failures itself. */
const SILENT = { silent: true } as const;

export const fetchTopic = (id: number) => gateway.get<TopicForm>(TOPIC_CALLS.topic, { id }, SILENT);
export const postTopic = (input: TopicInput) => gateway.post<{ id: number }>(TOPIC_CALLS.topic, input, SILENT);
export const findTopicItems = (keyword: string) =>
  gateway.get<{ list: TopicItem[] }>(TOPIC_CALLS.items, { keyword }, SILENT).then(({ list }) => list);
