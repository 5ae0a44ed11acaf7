/** Gives and takes back what waits at partners. */
export const UNION_JOB = 'union.rights';
