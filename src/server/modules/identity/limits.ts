/** Bounds of identity, in one place so that an operator's engineer finds them. */

/** How long a login lasts after its last use, and how often that is written down. */
export const TOKEN_TTL_MS = 30 * 86_400_000;
export const TOKEN_EXTEND_EVERY_MS = 86_400_000;
/** A revoked token is refused at once in this process, and after this long in all others. */
export const TOKEN_MEMORY_MS = 2_000;
export const TOKEN_MEMORY_MOST = 10_000;

export const SMS_CODE_TTL_MS = 10 * 60_000;
/** Wrong attempts from where the code was asked for, and as many from everywhere else together: a stranger cannot use up the owner's. */
export const SMS_CODE_TRIES = 5;
export const SMS_PER_MOBILE = { minute: 1, hour: 5, day: 10 } as const;
/** Less than the phone may have, so that one address cannot use up what another one may ask for. */
export const SMS_PER_PAIR = { hour: 4, day: 7 } as const;
/** An office shares one address, so these are wider. */
export const SMS_PER_ADDRESS = { minute: 20, hour: 100, day: 500 } as const;

/**
 * Wrong passwords: for one phone from one address, from one address over all phones, and for one phone from everywhere (ASVS 2.2.1
 * asks for at most 100 an hour). The last one shuts the password's door only; a code by SMS still opens.
 */
export const LOGIN_FAILURES_PER_PAIR = { points: 10, window_s: 900 } as const;
export const LOGIN_FAILURES_PER_ADDRESS = { points: 100, window_s: 900 } as const;
export const LOGIN_FAILURES_PER_MOBILE = { points: 100, window_s: 3_600 } as const;

/** After so many wrong passwords for a phone from an address a picture must be read each time. */
export const LOGIN_FREE_FAILURES = 5;

/** How long a password, code or passkey counts as fresh for what opens a lasting way in. */
export const PROOF_TTL_MS = 10 * 60_000;
/** A login that is handed over in an address. */
export const HANDOVER_TTL_MS = 60_000;
/** The challenge of a passkey. */
export const PASSKEY_TTL_MS = 5 * 60_000;
export const PASSKEYS_MOST = 10;
/** Browsers that are remembered of a user; the longest unused go. */
export const DEVICES_KEPT = 50;
/** How long an account that its owner closes can still be restored, by signing in. */
export const CLOSING_GRACE_MS = 7 * 86_400_000;
/** What its owner agreed to give up counts so long after that; what keeps it open longer asks for their word again. */
export const CLOSING_NOTE_MS = 90 * 86_400_000;

/** argon2id takes 19 MiB and a core each; those that would wait behind more than this many are asked to come again. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 64;
