export { answerEvents, answerOf, editAnswer, stopAnswer, voteAnswer } from './act-on-answer.ts';
export { askAssistant, askChange, assistantStanding, saveInstructions } from './ask-assistant.ts';
export {
  assistantConversations,
  assistantTalk,
  exportedAnswers,
  exportedInstructions,
  forgetAssistant,
  pinConversation,
  purgeConversations,
  removeConversation,
  renameConversation,
  restoreConversation,
} from './conversations.ts';
export { assistantCosts } from './costs.ts';
export { type AnswerFile, drawFile, exportAnswer, exportTalk } from './exports/export-answer.ts';
export { dropFile, exportedFiles, readFile } from './files.ts';
export { handleQuestion } from './handle-question.ts';
export { assistantJobs } from './jobs.ts';
export { sharedRows } from './repo.ts';
export { assistantReview } from './review-answers.ts';
export { assistantSettings } from './settings.ts';
export { keepShared, sharedTalk, sharedTitle, talkToShare } from './share-talk.ts';
export { topicOf } from './show-answers.ts';
export { type VoteLine, voteSource, type WeakLine, weakSource } from './staff.repo.ts';
export { endDead, writeAnswer } from './write-answer.ts';
