import { describe, expect, it } from 'vitest';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM, INTRODUCTION_MAX, ITEM_STATUS_TEXT, type ItemStatus, TAGS_MAX, TITLE_MAX } from '#contract/publish.ts';
import {
  crowdedOut,
  DELETABLE,
  derivedKey,
  freePages,
  OPEN_UPLOAD_BYTES_MAX,
  OPEN_UPLOADS_MAX,
  priceOf,
  readPolicy,
  signPolicy,
  statusAfterSubmit,
  tidyForm,
} from './rules.ts';

describe('a submit', () => {
  const [held, later, new_file] = [{ held: true }, { later: true }, { new_file: true }];
  it.each<[ItemStatus, object, ItemStatus | null]>([
    ...(['draft', 'rendering', 'failed'] as const).flatMap(
      (status): Array<[ItemStatus, object, ItemStatus]> => [
        [status, {}, 'published'],
        [status, later, 'scheduled'],
        [status, { ...held, ...later }, 'reviewing'],
      ],
    ),
    ['scheduled', {}, 'published'],
    ['scheduled', later, null],
    ['scheduled', held, 'published'],
    ['scheduled', { ...held, ...new_file, ...later }, 'reviewing'],
    ['rejected', {}, 'reviewing'],
    ['rejected', later, 'reviewing'],
    ['published', {}, null],
    ['published', new_file, null],
    ['published', held, null],
    ['published', { ...held, ...new_file }, 'reviewing'],
    ['reviewing', {}, null],
    ['taken_down', { ...held, ...new_file }, null],
  ])('of what is %s with %o leads to %s', (status, facts, next) => {
    expect(statusAfterSubmit(status, { held: false, new_file: false, later: false, ...facts })).toBe(next);
  });
  it('never publishes past a reviewer: what was rejected or taken down stays with staff', () => {
    for (const status of Object.keys(ITEM_STATUS_TEXT) as ItemStatus[]) {
      const next = statusAfterSubmit(status, { held: true, new_file: true, later: false });
      expect([status, next === 'published' || next === 'scheduled']).toEqual([status, false]);
    }
    expect(DELETABLE.filter((status) => ['published', 'taken_down', 'reviewing'].includes(status))).toEqual([]);
  });
});

describe('a policy', () => {
  const policy = { key: 'ab/cd', user_id: 7, size_bytes: 10, expire: 100 };
  const { policy: text, signature } = signPolicy(policy, 'secret');
  it('is read until it expires', () => {
    expect(readPolicy(text, signature, 'secret', 99)).toEqual(policy);
    expect(readPolicy(text, signature, 'secret', 100)).toBeNull();
  });
  it('is nobody else’s: another secret, another text, another signature', () => {
    const larger = Buffer.from(JSON.stringify({ ...policy, size_bytes: 11 })).toString('base64');
    expect([readPolicy(text, signature, 'other', 1), readPolicy(larger, signature, 'secret', 1)]).toEqual([null, null]);
    expect(readPolicy(text, `${signature}0`, 'secret', 1)).toBeNull();
    // not even one that is no JSON is parsed
    expect(readPolicy('!', signature, 'secret', 1)).toBeNull();
  });
});

describe('uploads that are open', () => {
  const open = (count: number, size_bytes: number) => Array.from({ length: count }, (_, at) => ({ at, size_bytes }));
  it.each([
    ['few and small: none goes', open(3, 1), 1, []],
    ['as many as may be: the oldest goes', open(OPEN_UPLOADS_MAX, 1), 1, [OPEN_UPLOADS_MAX - 1]],
    ['room for one more', open(OPEN_UPLOADS_MAX - 1, 1), 1, []],
    ['too large together: the older ones go', open(3, OPEN_UPLOAD_BYTES_MAX / 2), OPEN_UPLOAD_BYTES_MAX / 2, [1, 2]],
  ])('%s', (_what, uploads, size, gone) => expect(crowdedOut(uploads, size).map(({ at }) => at)).toEqual(gone));
});

it('names a file by what it stands for: the same again, another for another', () => {
  expect(derivedKey('s', 'page:1')).toBe(derivedKey('s', 'page:1'));
  expect(derivedKey('s', 'page:1')).toMatch(/^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}$/);
  expect(new Set([derivedKey('s', 'page:1'), derivedKey('s', 'page:2'), derivedKey('t', 'page:1')]).size).toBe(3);
});

describe('a form as it is kept', () => {
  const tidy = (kind: KindFacts, change: Partial<typeof EMPTY_FORM>) => tidyForm(kind, { ...EMPTY_FORM, ...change });
  it('has plain texts within their limits, by characters', () => {
    const form = tidy(KINDS.scheme, { title: ` 一\n行\u0007${'𠮷'.repeat(TITLE_MAX)}`, introduction: '好'.repeat(INTRODUCTION_MAX + 1) });
    expect([[...form.title].length, form.title.includes('\n'), [...form.introduction].length]).toEqual([
      TITLE_MAX,
      false,
      INTRODUCTION_MAX,
    ]);
    expect(form.title).not.toContain('\u0007');
  });
  it('has each tag once, so many at most', () => {
    const tags = ['年会', ' 年会 ', 'ＶＩＰ', 'VIP', '', ...Array.from({ length: 30 }, (_, at) => `t${at}`)];
    expect(tidy(KINDS.scheme, { tags }).tags.slice(0, 3)).toEqual(['年会', 'VIP', 't0']);
    expect(tidy(KINDS.scheme, { tags }).tags).toHaveLength(TAGS_MAX);
  });
  it('has no price where nothing is sold, no pictures and film where none are shown', () => {
    const form = { price_type: 'paid' as const, price: '20', pictures: [4, 4, 5], video_file_id: 6 };
    expect(tidy(KINDS.resource, form)).toMatchObject({ price_type: 'free', price: '' });
    expect(tidy(KINDS.scheme, form)).toMatchObject({ price_type: 'paid', price: '20', pictures: [], video_file_id: null });
    expect(tidy(KINDS.sample, form).pictures).toEqual([4, 5]);
  });
});

it.each([
  ['free', '20', { price_fen: 0, vip_only: false }],
  ['paid', '19.90', { price_fen: 1_990, vip_only: false }],
  ['vip', '', { price_fen: 0, vip_only: true }],
  // K minor: members only, with a price of 0
  ['vip', '0', { price_fen: 0, vip_only: true }],
  ['vip', '５', { price_fen: 500, vip_only: true }],
  ['paid', '1.234', { price_fen: 0, vip_only: false }],
] as const)('%s for %j is %o', (price_type, price, kept) => expect(priceOf({ ...EMPTY_FORM, price_type, price })).toMatchObject(kept));

it('T13 a work has a licence of companies only beside a price', () => {
  const form = { ...EMPTY_FORM, price: '20', company_price: '￥99', exclusive: true };
  expect(priceOf(form)).toMatchObject({ price_fen: 2_000, company_fen: 9_900, exclusive: true });
  expect(priceOf({ ...form, price_type: 'free' })).toMatchObject({ company_fen: 0, exclusive: false });
  expect(tidyForm(KINDS.course, form)).toMatchObject({ company_price: '', exclusive: false });
});

it.each([
  [0, 10, 1],
  [3, 10, 3],
  [3.9, 10, 3],
  [99, 10, 10],
  [Number.NaN, 10, 1],
  [-5, 10, 1],
])('%d free pages of %i are %i', (wanted, pages, free) => expect(freePages(wanted, pages)).toBe(free));
