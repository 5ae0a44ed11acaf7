/** Set by `npm run test:long` (tools/test.mjs): as many rounds as a night allows. */
const LONG = process.env['TEST_LONG'] === '1';

/** Rounds of a test that ends things at random: enough to show its promise, or as many as a long run takes. */
export const rounds = (short: number, long: number): number => (LONG ? long : short);
