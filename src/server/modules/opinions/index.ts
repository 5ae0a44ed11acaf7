export { askBuyers, opinionJobs } from './ask-buyers.ts';
export { answerOpinion, dropOpinion, lapseRefunded, type OpinionText, reportOpinion, saveOpinion } from './give-opinion.ts';
export { forgetOpinions, hideOpinion, opinionReview, showOpinion } from './judge-opinions.ts';
export { opinionList, opinionsOf, ownOpinion, rateMarks, receivedOpinions } from './read-opinions.ts';
export { type OpinionLine, opinionAnswerRows, opinionReportRows, opinionRows, opinionSource } from './repo.ts';
