import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const WIDTH = 640;
const HEIGHT = 480;

/** Writes a film of a camera before which this picture is held, for a browser's `--use-file-for-fake-video-capture`. */
export async function filmOf(picture: Buffer, path: string): Promise<void> {
  const light = await sharp(picture)
    .flatten({ background: '#fff' })
    .resize(WIDTH - 160, HEIGHT - 120, { fit: 'inside' })
    .toBuffer();
  const desk = { create: { width: WIDTH, height: HEIGHT, channels: 3 as const, background: '#d8d8d8' } };
  const brightness = await sharp(
    await sharp(desk)
      .composite([{ input: light }])
      .png()
      .toBuffer(),
  )
    .greyscale()
    .raw()
    .toBuffer();
  const frame = Buffer.concat([Buffer.from('FRAME\n'), brightness, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  await writeFile(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]));
}

/** A browser with this film in place of its camera asks nobody whether it may be used. */
export const cameraFlags = (film: string): string[] => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
];
