import { ASSISTANT_PATH, FRONT_PATH, TOOLS_PATH } from '../assistant.ts';
import type { AreaPages } from './area.ts';

/** The assistant: its own page is for who is signed in, the tools are shown to everybody. */
export const assistant: AreaPages = {
  name: 'assistant',
  sections: [{ key: 'assistant', title: '助手', route: ASSISTANT_PATH, order: 140, more: true }],
  center: [
    {
      key: 'assistant',
      group: 'work',
      title: '策猫助手',
      route: ASSISTANT_PATH,
      about: '向站内作品提问，生成大纲、预算、流程与文案。',
      order: 90,
    },
  ],
  pages: [
    { path: TOOLS_PATH, in_sitemap: true },
    { path: FRONT_PATH, in_sitemap: true },
  ],
  screens: [
    { key: 'assistantCosts', title: '助手成本', route: '/admin/assistant', verb: 'assistant.see', group: '数据', order: 16 },
    { key: 'assistantVotes', title: '助手评价', route: '/admin/assistantVotes', verb: 'assistant.see', group: '数据', order: 17 },
    { key: 'assistantNothing', title: '助手没答上', route: '/admin/assistantNothing', verb: 'assistant.see', group: '数据', order: 18 },
  ],
};
