import { describe, expect, it } from 'vitest';
import { AGREE_TEXT, canSendCode, checkForm, EMPTY_VALUES, fieldsOf, isFilled, placeErrors, secondsLeft } from './login-forms.ts';
import { channelOf, inviterOf, returnPath } from './return-path.ts';

const full = { account: '13800000000', captcha: '123456', password: 'secret-123', picture: '', agreed: true, aged: false };
const ORIGIN = 'https://cemao.example';

describe('S-400, S-404 the forms', () => {
  it('ask a bound phone without an account for a password, and who guessed for a picture', () => {
    const none = { bind_new: false, picture: false };
    expect(fieldsOf('bang', none)).toEqual(['account', 'captcha']);
    expect(fieldsOf('bang', { ...none, bind_new: true })).toEqual(['account', 'captcha', 'password']);
    expect(fieldsOf('password', { ...none, picture: true })).toEqual(['account', 'password', 'picture']);
    expect(fieldsOf('sms', { bind_new: true, picture: true })).toEqual(['account', 'captcha']);
    expect(placeErrors('password', 'x', { picture: '请输入图中的字符' })).toEqual({ picture: '请输入图中的字符' });
    expect(placeErrors('sms', 'x', { picture: '请输入图中的字符' })).toEqual({ form: 'x' });
  });

  it('keep the main button still until every field of the form has something in it', () => {
    expect(isFilled('password', EMPTY_VALUES)).toBe(false);
    expect(isFilled('password', { ...full, captcha: '' })).toBe(true);
    expect(isFilled('sms', { ...full, captcha: ' ' })).toBe(false);
    expect(isFilled('register', { ...full, password: '' })).toBe(false);
    expect(isFilled('register', { ...full, agreed: false })).toBe(true);
  });

  it('say what is wrong in the words of the specification', () => {
    expect(checkForm('register', { account: '1380', captcha: '', password: '12345', picture: '', agreed: false, aged: false })).toEqual({
      account: '请输入11位手机号码',
      captcha: '请输入验证码',
      password: '请输入6-20位密码',
      agreed: AGREE_TEXT,
    });
    expect(checkForm('password', { ...full, captcha: '' })).toEqual({});
    expect(checkForm('sms', { ...full, account: '+16502530000' })).toEqual({ account: '暂不支持国外号码' });
  });

  it('let a code be asked for with 11 digits outside the cooldown', () => {
    expect(canSendCode('13800000000', 0)).toBe(true);
    expect(canSendCode('13800000000', 1)).toBe(false);
    expect(canSendCode('1380000000', 0)).toBe(false);
    expect(canSendCode('1380000000a', 0)).toBe(false);
  });

  it("put the server's messages beside their fields, else above the button", () => {
    expect(placeErrors('sms', '用户不存在，请先注册', { mobile: '用户不存在，请先注册' })).toEqual({ account: '用户不存在，请先注册' });
    expect(placeErrors('password', '账号或密码错误', {})).toEqual({ form: '账号或密码错误' });
    expect(placeErrors('password', '提交的内容有误', { platform: '无效' })).toEqual({ form: '提交的内容有误' });
  });

  it('count down in whole seconds', () => {
    expect(secondsLeft(61_000, 1_000)).toBe(60);
    expect(secondsLeft(61_000, 60_001)).toBe(1);
    expect(secondsLeft(61_000, 99_000)).toBe(0);
  });
});

describe('AT-6 the way back', () => {
  it.each([
    ['', '/'],
    ['?from=%2Fprogramme%2Fdetail%3Fid%3D3', '/programme/detail?id=3'],
    ['?from=https%3A%2F%2Fevil.example%2F', '/'],
    ['?from=%2F%2Fevil.example%2F', '/'],
    ['?from=%2F%5Cevil.example', '/'],
    ['?from=%2F%09%2Fevil.example', '/'],
    ['?from=/.//evil.example/x', '/'],
    ['?from=/a/..//evil.example/', '/'],
    ['?from=/%252e//evil.example/', '/'],
    ['?from=/a/%252e%252e//evil.example/', '/'],
    ['?from=/.%5C%5Cevil.example', '/'],
    ['?from=/programme//evil.example', '/programme//evil.example'],
    ['?from=javascript%3Aalert(1)', '/'],
    ['?from=%2Flogin%3Ffrom%3D%2F', '/'],
  ])('of %s is %s', (search, path) => {
    const back = returnPath(search, ORIGIN);
    expect(back).toBe(path);
    expect(new URL(back, ORIGIN).origin).toBe(ORIGIN);
  });

  it('F-41, S-405, S-951 knows the channel and the inviter, from here or from the page before', () => {
    expect(channelOf('?utm_channel=expo', ORIGIN, 'salon')).toBe('expo');
    expect(channelOf(`?from=${encodeURIComponent('/?utm_channel=wechat')}`, ORIGIN, 'salon')).toBe('wechat');
    expect(channelOf('', ORIGIN, 'salon')).toBe('salon');
    expect(channelOf('', ORIGIN, null)).toBeUndefined();
    expect(inviterOf('?invitorid=12', ORIGIN, '7')).toBe(12);
    expect(inviterOf('?invitorid=-1', ORIGIN, null)).toBeUndefined();
    expect(inviterOf('', ORIGIN, '7')).toBe(7);
    expect(inviterOf('', ORIGIN, 'x')).toBeUndefined();
  });
});

it('who makes an account ticks the agreement, and their age where the site asks for one; who signs in does not', () => {
  const aged = '未满 18 周岁不能注册；已满的请勾选确认';
  expect(checkForm('register', full, undefined, 18)).toEqual({ aged });
  expect(checkForm('register', { ...full, aged: true }, undefined, 18)).toEqual({});
  expect(checkForm('register', full, undefined, 0)).toEqual({});
  const new_phone = fieldsOf('bang', { bind_new: true, picture: false });
  expect(checkForm('bang', { ...full, agreed: false }, new_phone, 18)).toEqual({ agreed: AGREE_TEXT, aged });
  expect(checkForm('bang', { ...full, agreed: false }, fieldsOf('bang', { bind_new: false, picture: false }), 18)).toEqual({});
});
