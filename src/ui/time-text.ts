/** '11月22日 10:05', with the year when it is another one. Shanghai time, as everywhere on the site. */
export function timeText(at_s: number, now = new Date()): string {
  const at = new Date(at_s * 1000);
  const zone = { timeZone: 'Asia/Shanghai' } as const;
  const year = (date: Date) => date.toLocaleDateString('zh-CN', { ...zone, year: 'numeric' });
  const day = at.toLocaleDateString('zh-CN', {
    ...zone,
    month: 'long',
    day: 'numeric',
    ...(year(at) === year(now) ? {} : { year: 'numeric' }),
  });
  return `${day} ${at.toLocaleTimeString('zh-CN', { ...zone, hour: '2-digit', minute: '2-digit', hour12: false })}`;
}

/** YYYY-MM-DD of now or then in Shanghai. */
export const shanghaiDay = (at = new Date()): string => at.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** As `timeText`, with the year always: for what is printed and archived. */
export const wholeTimeText = (at_s: number): string => timeText(at_s, new Date(0));

/** The day something ends in Shanghai, '2027/3/1'; what ends after 2124 is for life (spec 9). */
export function endText(end_s: number): string {
  const day = new Date(end_s * 1000).toLocaleDateString('zh-CN', { timeZone: 'Asia/Shanghai' });
  return Number.parseInt(day, 10) > 2124 ? '终身' : day;
}

/** When a course of a path opens, as its `Release` says; empty: it is open. */
export function releaseText(opens_at: number | null | undefined, now = new Date()): string {
  if (opens_at === 0) return '学完上一门后开放';
  return opens_at && opens_at * 1000 > now.getTime() ? `${wholeTimeText(opens_at)} 开放` : '';
}
