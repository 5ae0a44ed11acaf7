import { gateway } from '#client/gateway.ts';
import type { JudgedForm, SearchChange, SearchPins, WordChange } from '#contract/search-console.ts';

// the screens say themselves what failed
const SILENT = { silent: true } as const;

export const fetchDesk = (keyword: string, kind: string) => gateway('GET /admin/search/query', { keyword, kind }, SILENT);
export const fetchWords = () => gateway('GET /admin/search/words', {}, SILENT);
export const fetchPreview = (change: SearchChange, keywords: string[], kind: string) =>
  gateway('POST /admin/search/preview', { change, keywords, kind }, SILENT);
export const postWords = (changes: WordChange[]) => gateway('POST /admin/search/words', { changes }, SILENT);
export const postPins = (pins: SearchPins) => gateway('POST /admin/search/pins', { ...pins }, SILENT);
export const postJudged = (form: JudgedForm) => gateway('POST /admin/search/judge', { ...form }, SILENT);
export const fetchRuns = () => gateway('GET /admin/search/judged', {}, SILENT);
export const postRun = () => gateway('POST /admin/search/judged/run', {}, SILENT);
export const postReplay = () => gateway('POST /admin/search/replay', {}, SILENT);
