import { type AssistantOffer, filledToolPath } from '#contract/assistant.ts';
import { ACTIVITIES, findTool, type ToolInput, type ToolKey } from '#contract/assistant-tools.ts';
import { numbersIn } from '../search/index.ts';

/** The outline and the budget with what a question names, where it names a number of people or a sum of money; none where it does not. */
export function offeredTools(question: string): AssistantOffer[] {
  const { people, money_fen } = numbersIn(question);
  if (people === null && money_fen === null) return [];
  const named = {
    activity: ACTIVITIES.find((activity) => question.includes(activity)) ?? '',
    people: people === null ? '' : String(people),
    total: money_fen === null ? '' : String(Math.round(money_fen / 100)),
  };
  return OFFERED.flatMap((key) => {
    const tool = findTool(key);
    const input: ToolInput = Object.fromEntries(
      Object.entries(named).filter(([field, value]) => value !== '' && tool?.fields.some((one) => one.key === field)),
    );
    return tool ? [{ tool: key, title: tool.title, path: filledToolPath(key, input) }] : [];
  });
}

const OFFERED: readonly ToolKey[] = ['outline', 'budget'];
