/** Places 1 to 500 of any order are tier 0, up to 1,000 tier 1, and so on by two; the rest is the last tier. */
export const TIER_ENDS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000] as const;
export const TIERS = TIER_ENDS.length + 1;
