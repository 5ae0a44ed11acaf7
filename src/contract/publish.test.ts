import { describe, expect, it } from 'vitest';
import { KINDS } from './kinds.ts';
import { checkForm, checkPrice, checkTags, EMPTY_FORM, type ItemForm, plainPrice } from './publish.ts';

describe('U-39 a price', () => {
  it.each([
    ['１９．９', '19.9'],
    ['￥12', '12'],
    ['¥ 12.50', '12.50'],
    ['12元', '12'],
    [' 8 ', '8'],
    ['', ''],
    ['-', '-'],
    ['一百', '一百'],
  ])('typed as %s is %s', (typed, plain) => expect(plainPrice(typed)).toBe(plain));

  it.each([
    ['-5', '价格应在 1 至 99999 元之间'],
    ['0.5', '价格应在 1 至 99999 元之间'],
    ['100000', '价格应在 1 至 99999 元之间'],
    ['abc', '价格只能填数字，例如 19.9'],
    ['1e3', '价格只能填数字，例如 19.9'],
    ['1.2.3', '价格只能填数字，例如 19.9'],
    ['19.999', '价格最多两位小数'],
    ['', '请输入价格'],
  ])('%s is refused with what is wrong about it', (typed, message) => expect(checkPrice('paid', typed)).toBe(message));

  it.each(['1', '１２', '99999', '19.9', '￥19.90'])('%s is right', (typed) => expect(checkPrice('paid', typed)).toBeNull());

  it('K minor: 0 is as good as empty where members have it for nothing, and no price elsewhere', () => {
    for (const typed of ['0', '0.00', '０', '¥0']) {
      expect(checkPrice('vip', typed), typed).toBeNull();
      expect(checkPrice('paid', typed), typed).toBe(checkPrice('paid', '0.5'));
    }
    expect([checkPrice('vip', '0.5'), checkPrice('vip', '-1')]).toEqual([checkPrice('paid', '0.5'), checkPrice('paid', '-1')]);
  });

  it('may be empty only where members have it for nothing', () => {
    expect([checkPrice('vip', ''), checkPrice('free', 'abc'), checkPrice('vip', 'abc')]).toEqual([null, null, '价格只能填数字，例如 19.9']);
  });
});

it('a tag that is too long is named, not cut', () => {
  expect(checkTags(['年会', '一二三四五六七八九十一二'])).toBeNull();
  expect(checkTags(['一二三四五六七八九十一二三'])).toBe('标签最多 12 个字，“一二三四五六七八九十一二三”太长了');
  expect(checkTags(Array.from({ length: 11 }, (_, n) => `t${n}`))).toBe('标签最多 10 个');
});

describe('a form', () => {
  const good: ItemForm = { ...EMPTY_FORM, title: '国潮年会提案', category_id: 1, price: '19', file_id: 7 };

  it('asks for the file in the words of its kind', () => {
    const { file_id: _none, ...rest } = good;
    expect(checkForm(KINDS.scheme, { ...rest, file_id: null })).toEqual({ file_id: '请上传方案文件' });
    expect(checkForm(KINDS.ppt, { ...rest, file_id: null })).toEqual({ file_id: '请上传PPT模板文件' });
  });

  it('asks for the film where nothing is published without one', () => {
    expect(checkForm(KINDS.talk, EMPTY_FORM).video_file_id).toBe('请上传短分享的视频');
    expect(checkForm(KINDS.talk, { ...EMPTY_FORM, video_file_id: 1 }).video_file_id).toBeUndefined();
    expect(checkForm(KINDS.resource, EMPTY_FORM).video_file_id).toBeUndefined();
  });

  it.each([
    ['99', undefined],
    ['19.9', '企业授权价应高于个人授权的价格'],
    ['很贵', '价格只能填数字，例如 19.9'],
  ])('T13 a price for companies of %s beside 19.9 is answered %s', (company_price, message) => {
    expect(checkForm(KINDS.scheme, { ...good, price: '19.9', company_price }).company_price).toBe(message);
    expect(checkForm(KINDS.course, { ...good, price: '19.9', company_price }).company_price).toBeUndefined();
  });

  it('names its title as its kind does', () => {
    expect(checkForm(KINDS.scheme, { ...good, title: '' }).title).toBe('请输入标题');
    expect(checkForm(KINDS.job, { ...good, title: '' }).title).toBe('请输入职位名称');
    expect(checkForm(KINDS.job, { ...good, title: '策划' }).title).toBe('职位名称至少 4 个字');
  });

  it('of a case that is sold wants the album from which its buyers download', () => {
    const fields = { theme: '周年庆', album: '0' };
    const form = { ...good, file_id: null, pictures: [1], cover_page: 1, fields };
    expect(checkForm(KINDS.sample, { ...form, price_type: 'free' })).toEqual({});
    for (const price_type of ['paid', 'vip'] as const) {
      expect(checkForm(KINDS.sample, { ...form, price_type })).toEqual({ 'field.album': expect.stringContaining('需要提供云相册') });
      expect(checkForm(KINDS.sample, { ...form, price_type, fields: { ...fields, album: '1' } })).toEqual({});
    }
  });

  it('asks for pictures alone where there are none to choose a cover from', () => {
    const form = { ...good, file_id: null, cover_page: null };
    expect(checkForm(KINDS.resource_case, form)).toEqual({ pictures: '请上传图片' });
    expect(checkForm(KINDS.resource_case, { ...form, pictures: [1] })).toEqual({ cover_page: '请选择封面' });
  });

  it('of a kind that sells no file asks for none, but for a cover of its own', () => {
    const none = { ...KINDS.scheme, formats: [] };
    expect(checkForm(none, { ...good, file_id: null })).toEqual({ cover_page: '请选择封面' });
    expect(checkForm(none, { ...good, file_id: null, cover_file_id: 3 })).toEqual({});
    // words alone
    expect(checkForm({ ...none, cover: false }, { ...good, file_id: null })).toEqual({});
  });
});
