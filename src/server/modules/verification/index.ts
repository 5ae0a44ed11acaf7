export {
  authCheck,
  enterpriseNames,
  isEnterprise,
  isVerifiedAs,
  legalIdentity,
  mayPublishDemands,
  mayPublishJobs,
  type Verified,
  verifiedOf,
} from './auth-check.ts';
export { ownCompany, submitCompany, withdrawCompany } from './company.ts';
export { dropOldPictures, sealAnew, verificationJobs, warnOfEnds } from './jobs.ts';
export { forgetVerification, ownRealname, submitRealname } from './realname.ts';
export { companyReview, openVerificationPicture, realnameReview } from './reviews.ts';
export { idPictureDays, realnameMode } from './settings.ts';
