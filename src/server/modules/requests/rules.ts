import { contactDetailsText } from '#contract/contact-details.ts';
import { REGIONS } from '#contract/regions.ts';
import {
  REQUEST_BUDGET_MAX,
  REQUEST_DAYS,
  REQUEST_MAX,
  REQUEST_MIN,
  REQUEST_MOVES,
  REQUEST_OPEN,
  type RequestInput,
  type RequestState,
} from '#contract/request.ts';

export const mayMove = (from: RequestState, to: RequestState): boolean => REQUEST_MOVES[from].includes(to);

/** A calendar day as YYYY-MM-DD that exists. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
};

export type RequestFaults = Partial<Record<keyof RequestInput, string>>;

/** One message a wrong field; empty when all is well. Texts are trimmed. `today`: the day in Shanghai; `fields`: keys that may be chosen. */
export function checkRequest(input: RequestInput, { today, fields }: { today: string; fields: readonly string[] }): RequestFaults {
  const faults: RequestFaults = {};
  const say = (name: keyof RequestInput, wrong: string | undefined | false) => {
    if (wrong && !faults[name]) faults[name] = wrong;
  };
  const long = (text: string) => [...text].length;
  say('title', long(input.title) < REQUEST_MIN.title && `标题至少 ${REQUEST_MIN.title} 个字`);
  say('title', long(input.title) > REQUEST_MAX.title && `标题最多 ${REQUEST_MAX.title} 个字`);
  say('title', contactDetailsText(input.title));
  say('detail', long(input.detail) > REQUEST_MAX.detail && `说明最多 ${REQUEST_MAX.detail} 个字`);
  say('detail', contactDetailsText(input.detail));
  say('field', !fields.includes(input.field) && '请选择领域');
  const fen = Math.round(input.budget * 100);
  say('budget', !(input.budget >= 0 && input.budget <= REQUEST_BUDGET_MAX) && `预算最多 ${REQUEST_BUDGET_MAX} 元`);
  say('budget', Math.abs(fen - input.budget * 100) > 1e-6 && '预算最多两位小数');
  say('event_day', input.event_day !== '' && (!isDay(input.event_day) || input.event_day < today) && '请选择今天以后的日期');
  const region = REGIONS.find(({ code }) => code === input.province);
  say('province', input.province !== 0 && !region && '请选择地区');
  say('city', input.city !== 0 && !region?.cities.some(({ code }) => code === input.city) && '请选择城市');
  say('pictures', input.pictures.length > REQUEST_MAX.pictures && `最多 ${REQUEST_MAX.pictures} 张图片`);
  say('days', !(REQUEST_DAYS as readonly number[]).includes(input.days) && '请选择多久截止');
  return faults;
}

/** As much of a request as deciding who may answer asks. */
export interface Answerable {
  asker_id: number;
  state: RequestState;
  closes_at: Date;
  planners_num: number;
  planners_max: number;
  /** The asker's account was blocked or closed: there would be no answer. */
  asker_gone: boolean;
}

/** Why somebody cannot answer, for people; empty: they can. What they answered today counts elsewhere. */
export function answerRefusal(request: Answerable, user_id: number, now: Date): string {
  if (request.asker_id === user_id) return '这是您自己发布的求单';
  if (request.state === 'settled') return '发布者已选定接单人';
  if (!REQUEST_OPEN.includes(request.state) || request.closes_at <= now) return '这个求单已结束，不再接受接单';
  if (request.asker_gone) return '发布者的账号已停用，这个求单暂不接受接单';
  return request.planners_num >= request.planners_max ? '接单人数已满' : '';
}
