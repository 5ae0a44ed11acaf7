/** What a number may be, both ends included: calls refuse, and forms say, the same. */
export interface Bounds {
  min: number;
  max: number;
}

/** A label without what it explains in brackets, but with its unit: 售价（元） is 售价. */
const plain = (label: string): string => label.replace(/（.*）$/, '');

/** 天数为 0 至 3650. */
export const boundsText = (label: string, { min, max }: Bounds): string => `${plain(label)}为 ${min} 至 ${max}`;

/** Why it is not to be sent, for people; null: it is a number between its bounds. */
export function boundsFault(label: string, bounds: Bounds, value: unknown): string | null {
  return typeof value === 'number' && value >= bounds.min && value <= bounds.max ? null : boundsText(label, bounds);
}

/** Beside an input; '' for numbers that only machines give. */
export const boundsShown = ({ min, max }: Bounds): string => (max === Number.MAX_SAFE_INTEGER ? '' : `${min} 至 ${max}`);
