import { RESULT_SCHEMAS, type ResultOf, type ToolResult } from '#contract/assistant-results.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import { portion } from '../../kernel/money.ts';
import { cleanDeep } from './rules.ts';

/** Of the sum: what the agency takes, then the tax on both, in thousandths. */
const SERVICE_PERMILLE = 80;
const TAX_PERMILLE = 60;
const DAY_MINUTES = 1_440;

/** Sums of a budget to the fen, whatever was said of them. */
function withSums(budget: ResultOf<'budget'>): ResultOf<'budget'> {
  const rows = budget.rows.map((row) => ({ ...row, amount_fen: row.quantity * row.price_fen }));
  const subtotal_fen = rows.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
  const service_fen = portion(subtotal_fen, SERVICE_PERMILLE, 1_000);
  const tax_fen = portion(subtotal_fen + service_fen, TAX_PERMILLE, 1_000);
  return { ...budget, rows, subtotal_fen, service_fen, tax_fen, total_fen: subtotal_fen + service_fen + tax_fen };
}

/** Times of a run-down, one after the other from `start` (HH:MM); past midnight they say so. */
function withTimes(rundown: ResultOf<'rundown'>, start: string): ResultOf<'rundown'> {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  let at = hours * 60 + minutes;
  const text = (of: number) => {
    const days = Math.floor(of / DAY_MINUTES);
    const inDay = of % DAY_MINUTES;
    const clock = `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`;
    return days === 0 ? clock : `次日 ${clock}`;
  };
  const rows = rundown.rows.map((row) => {
    const from = at;
    at += row.minutes;
    return { ...row, start: text(from), end: text(at) };
  });
  return { ...rundown, rows };
}

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
  if (result.tool === 'rundown') return withTimes(result, input['start'] || '09:00');
  return result;
}
