import { answerTimeText, type RequestPerson } from '#contract/request.ts';

/** How working with somebody is, in short words: how fast they answer, how they were rated. */
export function personWords({ answer_s, rating_num, rating_mean }: RequestPerson): string[] {
  const rating = rating_num === 0 ? '暂无评价' : `评分 ${rating_mean.toFixed(1)}（${rating_num}）`;
  return [answerTimeText(answer_s), rating].filter(Boolean);
}

/** '12月1日'; empty for none. */
export function eventDayText(day: string): string {
  const [, month = '', date = ''] = /^\d{4}-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return day === '' ? '' : `${Number(month)}月${Number(date)}日`;
}
