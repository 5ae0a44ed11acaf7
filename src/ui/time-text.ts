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
