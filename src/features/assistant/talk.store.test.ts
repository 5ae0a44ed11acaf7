import { expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { AssistantAsk, AssistantEvent, AssistantTurn } from '#contract/assistant.ts';
import { createAssistantTalk, withEvent, withTurn } from './talk.store.ts';

vi.mock('#client/gateway.ts', () => ({ gateway: async () => ({}) }));

const turn = (over: Partial<AssistantTurn> = {}): AssistantTurn => ({
  ...{
    id: 1,
    conversation_id: 1,
    parent_id: 0,
    sought: '',
    company_id: 0,
    tool: '',
    question: '问',
    input: {},
    state: 'waiting',
    text: '',
    ...{ edited: 0, unfinished: 0 },
    result: null,
    mark: 'AI 生成',
    files: [],
    sources: [],
  },
  ...{ nothing_found: 0, offers: [], reason: '', paid_by: 'free', coins: 0, vote: 0, time: 0 },
  ...over,
});
const event = (over: Partial<AssistantEvent>): AssistantEvent => ({
  from: 0,
  text: '',
  state: 'running',
  sources: [],
  turn: null,
  ...over,
});

it('grows by what comes, and bears the same again', () => {
  let turns: readonly AssistantTurn[] = [turn()];
  turns = withEvent(turns, 1, event({ text: '先定' }));
  turns = withEvent(turns, 1, event({ from: 2, text: '场地。' }));
  turns = withEvent(turns, 1, event({ from: 2, text: '场地。' }));
  expect(turns[0]).toMatchObject({ text: '先定场地。', state: 'running' });
});

it('leaves a gap to the last event, which brings the whole', () => {
  let turns: readonly AssistantTurn[] = [turn({ text: '先' })];
  turns = withEvent(turns, 1, event({ from: 5, text: '后' }));
  expect(turns[0]?.text).toBe('先');
  turns = withEvent(turns, 1, event({ turn: turn({ text: '先后', state: 'done' }) }));
  expect(turns[0]).toMatchObject({ text: '先后', state: 'done' });
});

it('puts a new turn at the end and a known one in its place', () => {
  expect(withTurn([turn()], turn({ id: 2 })).map(({ id }) => id)).toEqual([1, 2]);
  expect(withTurn([turn(), turn({ id: 2 })], turn({ text: 'x' })).map(({ text }) => text)).toEqual(['x', '']);
});

it('asks the same question with the same key until it is taken, and any other with another', async () => {
  const keys: string[] = [];
  const lost = new ApiError({ code: 1, msg: '网络连接失败', status: 0 });
  const post = async (ask: AssistantAsk) => {
    keys.push(ask.key);
    if (keys.length < 3) throw lost;
    return turn({ state: 'done' });
  };
  const { actions } = createAssistantTalk({ tool: '', post, hooks: { askCoins: async () => true, askTopUp: async () => false } });
  expect([await actions.ask('甲'), await actions.ask('乙'), await actions.ask('乙')]).toEqual([false, false, true]);
  await actions.open(null);
  await actions.ask('乙');
  expect([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3]]).toEqual([false, true, false]);
});
