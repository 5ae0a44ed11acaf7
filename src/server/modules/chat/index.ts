export { chatTopicOf, talkTopicOf } from './add-row.ts';
export { type CaseLine, caseSource } from './cases.repo.ts';
export { chatReview, lookAtCase, reportMessage } from './cases.ts';
export { openFile } from './chat-files.ts';
export { chatJobs, tellUnread } from './jobs.ts';
export { askAbout, openConversation, openedBetween, postEvent } from './open-conversation.ts';
export { chatChanges, chatState, conversationOf, conversationsOf, unreadChats } from './own-conversations.ts';
export { chatPhraseRows, forgetPhrases } from './phrases.repo.ts';
export { phrasesOf, setPhrases } from './phrases.ts';
export { reactTo } from './react.ts';
export {
  answerTimesOf,
  blockOther,
  findInTalk,
  forgetTalks,
  messageEvents,
  messagesAt,
  messagesBefore,
  messagesBy,
  muteConversation,
  readUpTo,
  searchMessages,
} from './read-messages.ts';
export { chatBlockRows, findBlocks } from './repo.ts';
export { actOnMessage, type SendInput, sendMessage } from './send-message.ts';
export { firstMessagesDaily, tellUnreadAfter } from './settings.ts';
export { type ChatSubject, registerChatSubject, type SubjectFacts } from './subjects.ts';
