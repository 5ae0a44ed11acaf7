export { sizeText } from '#ui/size-text.ts';

/** Seconds left at this speed, as people say it; empty when it is unknown. */
export function timeLeft(bytes: number, bytes_per_s: number): string {
  if (bytes_per_s < 1) return '';
  const seconds = Math.ceil(bytes / bytes_per_s);
  return seconds < 60 ? `约 ${seconds} 秒` : `约 ${Math.ceil(seconds / 60)} 分钟`;
}

/** 3:07, 1:02:09. */
export function lengthText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
