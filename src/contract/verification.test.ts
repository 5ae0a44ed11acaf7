import { describe, expect, it } from 'vitest';
import { isIdCard, maskIdCard, plainIdCard } from './id-card.ts';
import { authPictureFiles, authPictureUrl, checkCompany, checkRealname, mayPublishJob } from './verification.ts';

const TODAY = '2026-11-22';

describe('a resident identity number', () => {
  it.each([
    ['11010519491231002X', true],
    ['440524188001010014', false],
    ['110105194912310021', false],
    ['11010519490231002X', false],
    ['1101051949123100', false],
    ['110101203003077518', false],
  ])('SH-8 %s: %s', (number, right) => {
    expect(isIdCard(number, TODAY)).toBe(right);
  });

  it('is read as people write it', () => {
    expect(plainIdCard(' 110105 19491231-002x ')).toBe('11010519491231002X');
    expect(maskIdCard('11010519491231002X')).toBe('11**************2X');
  });
});

describe('S-800 the identity form', () => {
  const both = `${authPictureUrl(3)},${authPictureUrl(4)}`;
  const right = { name: '张三', idcard: '11010519491231002x', idcard_url: both };
  it('says what is missing in the words of the specification', () => {
    expect(checkRealname({ name: ' ', idcard: '', idcard_url: '' }, TODAY)).toEqual({
      name: '请输入姓名',
      idcard: '请输入身份证号码',
      idcard_url: '请上传身份证',
    });
  });
  it.each([
    [right, {}],
    [{ ...right, name: '欧阳·买买提' }, {}],
    [{ ...right, name: 'Zhang' }, { name: '请输入身份证上的姓名' }],
    [{ ...right, idcard: '110105194912310021' }, { idcard: '身份证号码有误，请核对' }],
    [{ ...right, idcard_url: authPictureUrl(3) }, { idcard_url: '请上传身份证' }],
    [{ ...right, idcard_url: `${authPictureUrl(3)},${authPictureUrl(3)}` }, { idcard_url: '请上传身份证' }],
    [{ ...right, idcard_url: `${authPictureUrl(3)},https://x.example/a.png` }, { idcard_url: '请上传身份证' }],
  ])('%o: %o', (form, wrong) => {
    expect(checkRealname(form, TODAY)).toEqual(wrong);
  });
  it('knows the files behind its addresses', () => {
    expect(authPictureFiles(both)).toEqual([3, 4]);
    expect(authPictureFiles('/pic/a.webp')).toBeNull();
  });
});

it('checks the form of an enterprise; an edit may keep the picture', () => {
  const form = {
    name: '上海策猫文化有限公司',
    licence: '91310000 ma1fl0000x',
    legal_person: '张三',
    contact_name: '李四',
    contact_mobile: '139 0000 0000',
    licence_url: '',
  };
  expect(checkCompany(form, false)).toEqual({ licence: '统一社会信用代码有误，请核对', licence_url: '请上传营业执照' });
  expect(checkCompany({ ...form, licence: '91350100M000100Y43', contact_mobile: '139****0000' }, true)).toEqual({});
  expect(checkCompany({ ...form, name: '策猫', licence: '', legal_person: '', contact_name: '', contact_mobile: '12' }, true)).toEqual({
    name: '请输入营业执照上的企业全称',
    licence: '请输入统一社会信用代码',
    legal_person: '请输入法定代表人',
    contact_name: '请输入联系人',
    contact_mobile: '请输入11位手机号码',
  });
});

it.each([
  [1, 0, true],
  [0, 1, true],
  [1, 1, true],
  [0, 0, false],
  [2, 0, false],
  [3, 4, false],
])('S-802 an enterprise that is %i with a shop that is %i may publish jobs: %s', (company, shop, may) => {
  expect(mayPublishJob({ company, shop })).toBe(may);
});
