import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';
import { TRADE_SYNONYMS } from './words/trade-synonyms.ts';

const DEFAULT = ['年会', '发布会', '团建', '快闪', '婚礼', '市集', '开业', '路演'];

export const hotWordsSetting = defineSetting('hot_words', z.array(z.string().min(1).max(20)).max(20).default(DEFAULT), {
  group: '搜索',
  title: '热门搜索词',
  about: '搜索框下的热门词，最多二十个；留空时按大家的搜索排列。',
  is_public: true,
});

/** 2 to 8 words of 1 to 20 signs with `=` between them. */
const GROUP = /^[^=＝]{1,20}([=＝][^=＝]{1,20}){1,7}$/;

export const synonymsSetting = defineSetting(
  'search_synonyms',
  z
    .array(z.string().max(120).regex(GROUP, '每行写两个以上意思相同的词，用 = 隔开'))
    .max(200)
    .default([...TRADE_SYNONYMS]),
  {
    group: '搜索',
    title: '同义词',
    about: '每行一组意思相同的词，用 = 隔开，例如“年会 = 年度盛典”。搜其中一个，也会找到写着其他几个的作品；保存后一分钟内生效。',
  },
);

/** A word as the index knows it: no signs between, nothing that a line of a list could not hold. */
const word = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ·&+.-]{0,19}$/u, '每个词 1 到 20 个字，不带标点');

export const tradeWords = defineSetting('search_trade_words', z.array(word.min(2)).max(2_000).default([]), {
  group: '搜索',
  title: '搜索：行业词',
  about: '搜索把这里的词当作一个整体，不会拆开，例如“千人宴”“灯光秀”；保存后一分钟内生效。',
});

export const quietWords = defineSetting('search_quiet_words', z.array(word).max(500).default([]), {
  group: '搜索',
  title: '搜索：忽略的词',
  about: '搜索词里出现这里的词时，不用它决定找到什么，例如“下载”“范本”；保存后一分钟内生效。',
});

export const searchLearning = defineSetting('search_learning', z.boolean().default(true), {
  group: '搜索',
  title: '搜索：学习点击',
  about: '按“搜了这个词的人打开、收藏和购买了什么”调整结果的顺序。关闭后马上按原来的顺序排列，记录照常保存，可以重新打开或在后台重算。',
});
