import { assistantJobs, assistantReview, assistantSettings, exportedAnswers, forgetAssistant } from '../../modules/assistant/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { assistantEndpoints, voteList } from './routes.ts';

/** Questions answered from published works, and tools for what planners write every day. */
export const assistantArea: Manifest = {
  name: 'assistant',
  endpoints: assistantEndpoints,
  jobs: assistantJobs,
  settings: assistantSettings,
  reviewables: [assistantReview],
  staff_lists: [voteList],
  personal: { files: { 助手问答: paged(exportedAnswers) }, forget: [forgetAssistant] },
};
