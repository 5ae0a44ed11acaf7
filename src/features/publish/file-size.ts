export { sizeText } from '#ui/size-text.ts';

/** Seconds left at this speed, as people say it; empty when it cannot be told. */
export function timeLeft(bytes: number, bytes_per_s: number): string {
  if (bytes_per_s < 1) return '';
  const seconds = Math.ceil(bytes / bytes_per_s);
  return seconds < 60 ? `约 ${seconds} 秒` : `约 ${Math.ceil(seconds / 60)} 分钟`;
}
