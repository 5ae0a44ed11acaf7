import { RESULT_SCHEMAS, type ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import { USUAL_START, withSums, withTimes } from '#contract/result-sums.ts';
import { cleanDeep } from './rules.ts';

/** A model's JSON as the result of a tool: cleaned, of the right form, sums and times ours. Null: it is none. */
export function finishResult(tool: ToolKey, input: ToolInput, raw: unknown): ToolResult | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const parsed = RESULT_SCHEMAS[tool].safeParse({ ...(cleanDeep(raw) as object), tool });
  if (!parsed.success) return null;
  const result: ToolResult = parsed.data;
  if (result.tool === 'budget') {
    const sums = withSums(result);
    return Number.isSafeInteger(sums.total_fen) ? sums : null;
  }
  if (result.tool === 'rundown') return withTimes(result, input['start'] || USUAL_START);
  return result;
}
