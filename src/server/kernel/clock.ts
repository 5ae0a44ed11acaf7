/** Time comes from here, so that tests can move it. All instants are UTC `Date`s; days are Asia/Shanghai. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until moved. For tests. */
export function manualClock(start: Date): Clock & { advance_ms(ms: number): void } {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance_ms: (ms) => {
      at += ms;
    },
  };
}

const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** Calendar day in Shanghai as YYYY-MM-DD. China has no daylight saving, so the offset is a constant. */
export function shanghaiDay(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10);
}

/** '11月28日 14:00' of Shanghai, for messages. */
export function shanghaiTimeText(at: Date): string {
  const local = new Date(at.getTime() + SHANGHAI_OFFSET_MS);
  return `${local.getUTCMonth() + 1}月${local.getUTCDate()}日 ${local.toISOString().slice(11, 16)}`;
}

/** The instant at which that Shanghai day ends. */
export function shanghaiDayEnd(at: Date): Date {
  const local = at.getTime() + SHANGHAI_OFFSET_MS;
  return new Date((Math.floor(local / 86_400_000) + 1) * 86_400_000 - SHANGHAI_OFFSET_MS);
}

/** The instant at which it is that time ('10:20') on this instant's day in Shanghai. */
export const shanghaiAt = (at: Date, time: string): Date => new Date(`${shanghaiDay(at)}T${time}:00+08:00`);

/** Unix seconds, the specification's unit for times on the wire. */
export function unixSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
