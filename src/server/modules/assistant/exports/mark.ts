import { AI_MARK } from '#contract/assistant-text.ts';

/** What files say of themselves, for people and, in their properties, for machines (GB 45438-2025). */
export interface FileMark {
  title: string;
  /** Stands at the foot of every page. */
  line: string;
  author: string;
  /** JSON of the embedded mark. */
  label: string;
}

export const MARK_NAME = 'AIGC';

export function fileMark(title: string, answer_id: number): FileMark {
  const label = JSON.stringify({ Label: '1', ContentProducer: '策猫', ProduceID: `assistant-${answer_id}` });
  return { title, line: `${AI_MARK} · 策猫助手 · 请核实后使用`, author: '策猫助手', label };
}
