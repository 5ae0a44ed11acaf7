import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

const DEFAULT = ['年会', '发布会', '团建', '快闪', '婚礼', '市集', '开业', '路演'];

export const hotWordsSetting = defineSetting('hot_words', z.array(z.string().min(1).max(20)).max(20).default(DEFAULT), {
  title: '热门搜索词',
  about: '搜索框下的热门词，最多二十个；留空时按大家的搜索排列。',
  is_public: true,
});
