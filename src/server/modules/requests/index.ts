export { answerRequest, rateRequest, withdrawAnswer } from './answer-request.ts';
export { askRequest, closeRequest, extendRequest, settleRequest } from './ask-request.ts';
export { expireRequests, requestJobs } from './jobs.ts';
export { closeByStaff, openByStaff, reportRequest, requestReview } from './judge-requests.ts';
export { forgetRequests, ownRequests, requestView, requestWorkbench } from './own-requests.ts';
export { findRequestDetail, hallProvinces, requestChatSubject, requestDetail, requestList, requestNews } from './read-requests.ts';
export { type RequestLine, requestReportRows, requestSource } from './repo.ts';
export {
  requestAnswersDaily,
  requestFields,
  requestFieldsSetting,
  requestOpenMost,
  requestPlanners,
  requestReviewMode,
} from './settings.ts';
