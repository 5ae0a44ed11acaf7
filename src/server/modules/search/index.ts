export { type BestKind, bestKind, isEnding, kindOfEvent, showsIt, titledKind } from './best-kind.ts';
export { changeWords, supposeWords, wordLists } from './change-words.ts';
export { correctKeyword } from './correct-keyword.ts';
export { type Counted, countHits, type KindHits } from './count-hits.ts';
export { loadLanguage } from './cut-words.ts';
export { explainHits, FEW, type FoundItems, findItems, type HitReasons, SLIGHT_SCORE, searchItems } from './find-items.ts';
export { helpAbout } from './help-about.ts';
export { indexItem, learnTexts, reindexOld } from './index-item.ts';
export { searchJobs } from './jobs.ts';
export { type JudgedLine, judgedSource } from './judged/judged.repo.ts';
export { dropJudged, type FirstOf, JUDGE_JOB, judgedOf, judgedRuns, judgeNow, runJudged, saveJudged } from './judged/judged.ts';
export { keywordsFinding } from './keywords-finding.ts';
export { stopSearchActs, writeSearchActs } from './learning/act-buffer.ts';
export { learn, replay, replaySoon, tidyQueries } from './learning/learn.ts';
export { keyOf, noteAnswer, noteAsked, noteCollected, notePressed, noteTaken, queryFigures, type ReaderOf } from './learning/note-acts.ts';
export { type QueryLine, querySource } from './learning/queries.repo.ts';
export { nearWords } from './near-category.ts';
export { normalise } from './normalise.ts';
export { type PinLine, pinSource, type WishLine, wishRows, wishSource } from './pins.repo.ts';
export { dropPin, savePins, supposePins } from './pins.ts';
export { planSearch, relaxPlan, type SearchPlan } from './plan-search.ts';
export { ASKS_HOW, queryKey, type ReadQuery, readQuery } from './read-query.ts';
export { type QuerySignals, querySignals } from './read-tiers.ts';
export {
  answerWish,
  forgetSearches,
  hotSearches,
  hotWordPressed,
  leaveWish,
  recentSearches,
  rememberSearch,
  saidBy,
  suggestWords,
} from './recent-searches.ts';
export { TIER_SQL } from './repo.ts';
export { termsOf } from './rules.ts';
export { hotWordsSetting, quietWords, searchLearning, synonymsSetting, tradeWords } from './settings.ts';
export { asksOfAny } from './subject-of.ts';
export type { Dictionary } from './words/dictionary.ts';
export { kindSought } from './words/kind-hints.ts';
export { dictionaryOf } from './words/load-dictionary.ts';
export { numbersIn } from './words/numbers.ts';
export { isOfEvent, ofNoEvent, sampleWorks, type WorksSample, worksAbout, worksWithWords } from './works-about.ts';
export { asksForWorks, worksAsked } from './works-asked.ts';
export { repeatedLines, worksMentioning } from './works-mentioning.ts';
