import { RESULT_SCHEMAS, type ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import { USUAL_START, withSums, withTimes } from '#contract/result-sums.ts';
import { CHANGED_INPUT } from '../../providers/assistant/port.ts';
import { cleanDeep } from './rules.ts';

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A model's JSON as the result of a tool: cleaned, of the right form, sums and times ours. Null: it is none. */
export function finishResult(tool: ToolKey, input: ToolInput, raw: unknown): ToolResult | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const parsed = RESULT_SCHEMAS[tool].safeParse({ ...(cleanDeep(raw) as object), tool });
  if (!parsed.success) return null;
  const result: ToolResult = parsed.data;
  if (result.tool === 'budget') {
    const sums = withSums(result);
    // a changed one may come with another total
    const limit_fen = CHANGED_INPUT in input ? (result.limit_fen ?? 0) : Number(input['total'] ?? 0) * 100;
    return Number.isSafeInteger(sums.total_fen) ? { ...sums, ...(limit_fen > 0 ? { limit_fen } : {}) } : null;
  }
  if (result.tool === 'rundown') {
    // a changed one may begin at another time
    const [first] = CHANGED_INPUT in input ? result.rows : [];
    return withTimes(result, first && CLOCK.test(first.start) ? first.start : input['start'] || USUAL_START);
  }
  return result;
}
