export { answerClosedJob, answerDays, answersOf, closeUnanswered, warnOfUnanswered } from './answers.ts';
export { addNote, declineMany, listApplicants, readApplicant, setStage } from './applicants.ts';
export { applicationState, applyForJob, hasApplied, ownApplications, setContactShared, withdrawApplication } from './apply.ts';
export { ownDays, setDays, takeDay } from './freelance.ts';
export { answerInterview, interviewFile, remindOfInterviews } from './interviews.ts';
export { jobWorkbench } from './job-workbench.ts';
export { closeDueJobs, closedJob, jobGate, ownJobs, recruitingJobs, refreshJob } from './own-jobs.ts';
export { openOwnPdf, openSentPdf } from './read-pdf.ts';
export { type JobStaffLine, jobSource } from './repo.ts';
export {
  exportedResumes,
  findForEnterprise,
  forgetResumes,
  foundResume,
  inviteToJob,
  inviteToRequest,
  ownResume,
  ownResumes,
  removeResume,
  resumeStart,
  resumeViews,
  saveResume,
  setDefaultResume,
  setResumeFile,
} from './resumes.ts';
export { requireSendable, resumeInTalk, shownResumes } from './talk-resumes.ts';
