export { actOnDemand, deleteDemandDraft } from './act-on-demand.ts';
export { countOpenDemands, exportedDemands, forgetDemands } from './forget-demands.ts';
export { demandJobs, endOffers, expireDemands, warnOfEnds } from './jobs.ts';
export { type LabelLine, labelSource } from './labels.repo.ts';
export { installLabels, type LabelForm, labelForm, saveLabel, showLabel, shownLabel, shownLabels } from './labels.ts';
export { moveDemand } from './move-demand.ts';
export { type OpenedTenders, registerOpenedTenders } from './opened-tenders.ts';
export { demandWorkbench, ownDemand, ownDemandState, ownDemands } from './own-demands.ts';
export {
  type Budget,
  budgetsOfCards,
  type DemandFacts,
  type DemandSummary,
  demandFiles,
  demandOf,
  demandSummaries,
  demandsById,
  lockDemand,
  namedFiles,
  publicDemand,
  startOfDemand,
} from './read-demand.ts';
export { type DemandLine, demandSource, findDealtLike } from './repo.ts';
export { demandReview } from './review-demand.ts';
export { rowStateText } from './rules.ts';
export { type DemandInput, saveDemand, submitDemand } from './save-demand.ts';
export { demandReviewMode, depositMost } from './settings.ts';
export { followItem, moveByStaff } from './staff-moves.ts';
