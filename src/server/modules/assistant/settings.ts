import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

const times = (fallback: number) => z.int().min(0).max(10_000).meta({ unit: '次' }).default(fallback);

export const freeDaily = defineSetting('assistant_free_daily', times(10), {
  group: '助手',
  title: '助手每日免费次数',
  about: '每个账号每天（上海时间）可免费提问或使用工具的次数。',
});

export const memberDaily = defineSetting('assistant_member_daily', times(50), {
  group: '助手',
  title: '助手会员每日免费次数',
  about: '任一会员在有效期内的账号，每天的免费次数。',
});

export const coinsPerThousand = defineSetting('assistant_coins_per_1k', z.int().min(0).max(1_000).meta({ unit: '猫币' }).default(1), {
  group: '助手',
  title: '助手猫币单价',
  about: '免费次数用完后，每 1,000 个输出 token 收取的猫币，按实际输出向上取整；填 0 则用完后不能继续。',
});

export const maxTokens = defineSetting('assistant_max_tokens', z.int().min(200).max(16_000).meta({ unit: 'token' }).default(3_000), {
  group: '助手',
  title: '助手单次输出上限',
  about: '一次回答最多输出的 token；也决定一次最多预留的猫币。',
});

export const historyTokens = defineSetting('assistant_history_tokens', z.int().min(0).max(100_000).meta({ unit: 'token' }).default(6_000), {
  group: '助手',
  title: '助手记住的长度',
  about: '追问时带给模型的前文最多多少 token，从最近的一问一答往前取整条；填 0 则每次只看当前问题。',
});

export const togetherMost = defineSetting('assistant_together', z.int().min(1).max(10).meta({ unit: '个' }).default(2), {
  group: '助手',
  title: '助手同时生成数',
  about: '每个账号同时进行的生成数，超过时请先等待或停止。',
});

const modelPrice = (title: string) => z.int().min(0).max(1_000_000).meta({ title, unit: 'fen' }).default(0);

/** Fen for a million tokens, what the model's server takes from us; for the costs in the console alone. */
export const modelPrices = defineSetting(
  'assistant_model_prices',
  z.object({ input_fen: modelPrice('输入'), output_fen: modelPrice('输出') }).default({ input_fen: 0, output_fen: 0 }),
  { group: '助手', title: '助手模型成本', about: '模型服务每百万 token 的价格：输入与输出，用于计算成本与毛利，不影响用户价格。' },
);

export const wordList = defineSetting(
  'assistant_words',
  z.array(z.string().trim().min(2).max(40)).max(5_000).default(['代开发票', '假证件', '赌博平台']),
  {
    group: '助手',
    title: '助手敏感词',
    about: '每行一个词。问题里出现则不回答，回答里出现则停止并交给审核台；保存后几秒内生效。',
  },
);

export const assistantSettings = [freeDaily, memberDaily, coinsPerThousand, maxTokens, historyTokens, togetherMost, modelPrices, wordList];
