import {
  assistantJobs,
  assistantReview,
  assistantSettings,
  exportedAnswers,
  exportedFiles,
  exportedInstructions,
  forgetAssistant,
  sharedRows,
} from '../../modules/assistant/index.ts';
import { once, paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { assistantEndpoints, voteList, weakList } from './routes.ts';

/** Questions answered from published works, and tools for what planners write every day. */
export const assistantArea: Manifest = {
  name: 'assistant',
  endpoints: assistantEndpoints,
  jobs: assistantJobs,
  settings: assistantSettings,
  reviewables: [assistantReview],
  staff_lists: [voteList, weakList],
  personal: {
    files: {
      ...{ 助手问答: paged(exportedAnswers), 助手读过的文件: paged(exportedFiles), 助手回答要求: once(exportedInstructions) },
      助手分享的对话: sharedRows,
    },
    forget: [forgetAssistant],
  },
};
