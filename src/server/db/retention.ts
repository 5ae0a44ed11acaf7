const DAY_MS = 86_400_000;

/** Days after which jobs remove rows of a sort. `tests/architecture/retention.ts` says how long rows of every table stay, and by which law. */
export const KEPT_DAYS = { logins: 183, footprints: 365, reports: 1_096, infringements: 1_096, messages: 730, exports: 183 } as const;

/** What is older than this is over. */
export const keptSince = (sort: keyof typeof KEPT_DAYS, now: Date): Date => new Date(now.getTime() - KEPT_DAYS[sort] * DAY_MS);
