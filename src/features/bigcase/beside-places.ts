/** Where the works of a tab stand, and where later batches go on. */
export const besidePlace = (type: number): string => `beside-place-${type}`;
