/**
 * Public pictures: one base key `aa/bb/<random>` and a WebP file a width, `<key>-<width>.webp`, served under `/pic/`. A file never
 * changes under its key, so it may be cached for ever.
 */

/** Widths that are made of a large original, px. */
export const PICTURE_WIDTHS = [320, 640, 960, 1440] as const;
/** Pages are rendered this wide; larger originals are made smaller. */
export const PICTURE_MAX_WIDTH = 1440;

/** The widths that exist of a picture whose stored width is `width` px: never enlarged, the last one is the picture itself. */
export function pictureWidths(width: number): number[] {
  const full = Math.min(Math.max(1, Math.round(width)), PICTURE_MAX_WIDTH);
  return [...PICTURE_WIDTHS.filter((step) => step < full), full];
}

/** File name in storage of one width. */
export function pictureFile(key: string, width: number): string {
  return `${key}-${width}.webp`;
}

/** The same picture as AVIF, which lies beside the WebP of uploaded pictures and is served in its place to browsers that take it. */
export function avifFile(file: string): string {
  return file.replace(/\.webp$/, '.avif');
}

/** URL of one width. `width` must be one of `pictureWidths`. */
export function pictureUrl(key: string, width: number): string {
  return `/pic/${pictureFile(key, width)}`;
}

/** `srcset` over all widths that exist. */
export function pictureSrcset(key: string, width: number): string {
  return pictureWidths(width)
    .map((step) => `${pictureUrl(key, step)} ${step}w`)
    .join(', ');
}
