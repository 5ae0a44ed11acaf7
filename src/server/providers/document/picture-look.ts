import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';

const PLACEHOLDER_SIDE = 100;

/** A blurred picture in about 25 bytes, as base64 (thumbhash). */
export async function placeholderOf(source: Sharp, { width, height }: { width: number; height: number }): Promise<string> {
  const scale = PLACEHOLDER_SIDE / Math.max(width, height, PLACEHOLDER_SIDE);
  const small = source.clone().resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' });
  const { data, info } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}

/**
 * 64 bits that are alike for pictures that look alike, whatever their size and compression (difference hash): whether each of 8 x 8
 * fields is brighter than its right neighbour. Null for a picture without anything in it, which would look like every other such.
 */
export async function lookOf(source: Sharp): Promise<bigint | null> {
  const grey = await source.clone().resize(9, 8, { fit: 'fill' }).greyscale().raw().toBuffer();
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) bits = (bits << 1n) | ((grey[y * 9 + x] ?? 0) > (grey[y * 9 + x + 1] ?? 0) + NOISE ? 1n : 0n);
  }
  return bits === 0n ? null : BigInt.asIntN(64, bits);
}

/** Differences of brightness that compression makes by itself. */
const NOISE = 2;
