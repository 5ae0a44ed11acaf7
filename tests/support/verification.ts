import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import { authPictureUrl } from '#contract/verification.ts';
import { createCtx } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
// files that share a site run in several processes: each begins somewhere else
let numbers = randomInt(1, 900_000);
const born = new Date(Date.UTC(1970, 0, 1 + randomInt(10_000))).toISOString().slice(0, 10).replaceAll('-', '');

/** An identity number that nobody has had in this test. */
export function newIdCard(): string {
  numbers += 1;
  const body = `110105${born}${String(numbers % 1_000).padStart(3, '0')}`;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return `${body}${'10X98765432'[sum % 11]}`;
}

const LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const LICENCE_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** A social credit code that nobody has had in this test. */
export function newLicence(): string {
  numbers += 1;
  const body = `91310000MA1${String(numbers).padStart(6, '0')}`;
  const sum = LICENCE_WEIGHTS.reduce((total, weight, at) => total + weight * LETTERS.indexOf(body[at] as string), 0);
  return `${body}${LETTERS[(31 - (sum % 31)) % 31]}`;
}

/** Uploads a picture as this person and returns its number. */
export async function uploadProof(t: Pick<TestApp, 'app'>, person: Person, colour = 'teal', type: 'png' | 'webp' = 'png'): Promise<number> {
  const picture = sharp({ create: { width: 400, height: 252, channels: 3, background: colour } });
  const data = await picture.toFormat(type).toBuffer();
  return storeOriginal(createCtx(t.app, person.actor, 'test'), { purpose: 'proof', name: `证件.${type}`, data });
}

/** Both sides of a card, uploaded. */
export async function bothSides(t: Pick<TestApp, 'app'>, person: Person): Promise<string> {
  return `${authPictureUrl(await uploadProof(t, person, 'teal'))},${authPictureUrl(await uploadProof(t, person, 'navy'))}`;
}
