/** How long something waits already: '25 分钟', '3 小时', '2 天'. */
export function waitedText(since_s: number, now = new Date()): string {
  const minutes = Math.max(1, Math.floor((now.getTime() / 1000 - since_s) / 60));
  if (minutes < 60) return `${minutes} 分钟`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)} 小时` : `${Math.floor(minutes / 1_440)} 天`;
}
