import {
  DIGEST_HOUR,
  NOTICE_TOPICS,
  NOTICE_WAYS,
  type NoticeChannel,
  type NoticeTopic,
  QUIET_FROM,
  QUIET_TO,
  URGENT_TOPICS,
  wayByDefault,
  wayKey,
} from '#contract/notice.ts';

const HOUR_MS = 3_600_000;
const SHANGHAI_MS = 8 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** What somebody wants, as far as it decides on ways and times. */
export interface Wishes {
  /** Confirmed. */
  has_mail: boolean;
  turned_on: readonly string[];
  turned_off: readonly string[];
  /** Whole hours in Shanghai; equal: never quiet. */
  quiet_from: number;
  quiet_to: number;
  digest: boolean;
}

export const NO_WISHES: Wishes = {
  has_mail: false,
  turned_on: [],
  turned_off: [],
  quiet_from: QUIET_FROM,
  quiet_to: QUIET_TO,
  digest: false,
};

/** Whether a topic goes this way for somebody. */
export function isOn({ turned_on, turned_off }: Wishes, topic: NoticeTopic, channel: NoticeChannel): boolean {
  if (!NOTICE_WAYS[topic].includes(channel)) return false;
  const key = wayKey(topic, channel);
  return turned_off.includes(key) ? false : turned_on.includes(key) || wayByDefault(topic, channel);
}

/** Choices as they are stored: only what differs from the default, so that a later default counts for who never chose. */
export function choicesOf(ways: Readonly<Record<string, boolean>>): { turned_on: string[]; turned_off: string[] } {
  const differing = allWays().filter(({ key, topic, channel }) => ways[key] !== undefined && ways[key] !== wayByDefault(topic, channel));
  return {
    turned_on: differing.filter(({ key }) => ways[key]).map(({ key }) => key),
    turned_off: differing.filter(({ key }) => !ways[key]).map(({ key }) => key),
  };
}

export function allWays(): Array<{ key: string; topic: NoticeTopic; channel: NoticeChannel }> {
  return (Object.keys(NOTICE_TOPICS) as NoticeTopic[]).flatMap((topic) =>
    NOTICE_WAYS[topic].map((channel) => ({ key: wayKey(topic, channel), topic, channel })),
  );
}

export interface Way {
  channel: NoticeChannel;
  due_at: Date;
  digest: boolean;
}

/** How a message goes out to somebody besides the site, and when. `possible`: channels that this site has. */
export function waysOf(topic: NoticeTopic, wishes: Wishes, possible: readonly NoticeChannel[], now: Date): Way[] {
  const urgent = URGENT_TOPICS.includes(topic);
  return NOTICE_WAYS[topic]
    .filter((channel) => possible.includes(channel) && isOn(wishes, topic, channel) && (channel !== 'mail' || wishes.has_mail))
    .map((channel) => {
      if (urgent) return { channel, due_at: now, digest: false };
      if (channel === 'mail' && wishes.digest) return { channel, due_at: nextHour(now, DIGEST_HOUR), digest: true };
      return { channel, due_at: afterQuiet(now, wishes.quiet_from, wishes.quiet_to), digest: false };
    });
}

/** The next time that it is this whole hour in Shanghai; never now. */
export function nextHour(now: Date, hour: number): Date {
  const local = now.getTime() + SHANGHAI_MS;
  const today = Math.floor(local / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return new Date((today > local ? today : today + DAY_MS) - SHANGHAI_MS);
}

/** Now, or the end of the quiet hours that it lies in. */
export function afterQuiet(now: Date, from: number, to: number): Date {
  const hour = Math.floor(((now.getTime() + SHANGHAI_MS) % DAY_MS) / HOUR_MS);
  const quiet = from <= to ? hour >= from && hour < to : hour >= from || hour < to;
  return quiet ? nextHour(now, to) : now;
}

/** A delivery that fails is tried again after 1 minute, 5, 30, 2 hours, 12 hours; then it is given up. */
const RETRY_MS = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000] as const;

/** Null: given up. `attempts`: those that failed. */
export const retryAfterMs = (attempts: number): number | null => RETRY_MS[attempts - 1] ?? null;

/** zh****@qq.com */
export function maskMail(mail: string): string {
  const at = mail.indexOf('@');
  return at < 0 ? '' : `${mail.slice(0, Math.min(2, at))}****${mail.slice(at)}`;
}

/** What a provider said, without the addresses and phone numbers that it names. */
export const maskMailsIn = (text: string): string =>
  text.replace(/(?<![^\s<>"'()，：])[^\s<>"'()，：]+@[\w.-]+/g, maskMail).replace(/(?<!\d)(\d{3})\d{4,}(\d{4})(?!\d)/g, '$1****$2');
