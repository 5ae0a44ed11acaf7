import { gateway } from '#client/gateway.ts';
import {
  SEARCH_CONSOLE_CALLS as CALLS,
  type JudgedForm,
  type JudgedRun,
  type QueryDesk,
  type SearchChange,
  type SearchPins,
  type SearchPreview,
  type WordChange,
  type WordList,
} from '#contract/search-console.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchDesk = (keyword: string, kind: string) => gateway.get<QueryDesk>(CALLS.query, { keyword, kind }, SILENT);
export const fetchWords = () => gateway.get<Record<WordList, string[]>>(CALLS.words, {}, SILENT);
export const fetchPreview = (change: SearchChange, keywords: string[], kind: string) =>
  gateway.post<SearchPreview[]>(CALLS.preview, { change, keywords, kind }, SILENT);
export const postWords = (changes: WordChange[]) => gateway.post(CALLS.words, { changes }, SILENT);
export const postPins = (pins: SearchPins) => gateway.post(CALLS.pins, { ...pins }, SILENT);
export const postJudged = (form: JudgedForm) => gateway.post(CALLS.judge, { ...form }, SILENT);
export const fetchRuns = () => gateway.get<JudgedRun[]>(CALLS.judged, {}, SILENT);
export const postRun = () => gateway.post(CALLS.run, {}, SILENT);
export const postReplay = () => gateway.post(CALLS.replay, {}, SILENT);
