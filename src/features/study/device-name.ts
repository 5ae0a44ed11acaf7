import { readText, writeText } from '#client/storage.ts';

/** A random name of this browser among those that play an account's courses. */
export const DEVICE_KEY = 'study_device';

/** The same for all tabs; where nothing can be kept, of this page alone. */
export function deviceName(): string {
  const known = readText(DEVICE_KEY);
  if (known && /^[\w-]{8,64}$/.test(known)) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeText(DEVICE_KEY, made);
  return made;
}
