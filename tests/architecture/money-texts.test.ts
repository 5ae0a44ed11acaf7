import { expect, it } from 'vitest';
import { readTree, withoutComments } from './source.ts';

const code = readTree('src')
  .filter(({ path }) => !/\.test\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path, text: withoutComments(text) }));

/**
 * A sentence counts in quotes, in templates and between tags alike, also within a longer one. Part of a longer word it is another text
 * (没有保存成功), and with advice after it too (提交失败，请稍后再试).
 */
const sentence = (text: string) =>
  new RegExp(`${text.startsWith('，') ? '' : '(?<!\\p{Script=Han})'}${RegExp.escape(text)}(?!\\p{Script=Han}|，请)`, 'u');

const holding = (text: string, all: readonly { path: string; text: string }[] = code) => {
  const whole = sentence(text);
  return all.filter((one) => whole.test(one.text)).map(({ path }) => path);
};

it.each([
  '当前服务器繁忙，请稍后再试~',
  '请输入验证码',
  '视频未播放完成',
  '视频未播放完成,您确定要关闭广告吗？',
  '已经是第一页了',
  '已经是最后一页了',
  // the numbers stand between
  '本案共计',
  '，解锁后查看全部内容',
  '该案例暂无云相册',
  '权限已用完',
  '，开通会员即可享受不限次下载',
  '您今日会员解锁次数',
  '，剩余解锁次数：',
  '您今日会员解锁次已用完',
  '，可选择升级会员享不限次解锁',
  '下单失败，请稍后重试',
  '提交失败',
  '充值失败',
  '保存成功',
  '猫币余额不足',
  '点赞成功',
  '取消点赞成功',
  '收藏成功',
  '取消收藏成功',
  '使用成功',
  '兑换成功',
  '下载成功，请在浏览器的下载列表中查看',
  '解锁成功',
  '充值成功',
  // of the forms that go with them
  '请选择充值面额',
  '请输入收件人姓名',
  '请输入收件地址',
  '请输入收件人手机号码',
  '请填写正确的手机号码',
])('M-605, ST-11 what is specified word for word stands in one place: %s', (text) => {
  expect(holding(text)).toEqual([expect.stringMatching(/^src\/contract\//)]);
});

it('is seen however it is written', () => {
  const seen = (text: string) => holding('兑换成功', [{ path: 'x', text }]).length === 1;
  const ways = [
    "'兑换成功'",
    '"兑换成功"',
    '`兑换成功`',
    '<p>兑换成功</p>',
    '<p>\n  兑换成功\n</p>',
    '{count}兑换成功。',
    "'已看完，兑换成功，等待寄出'",
  ];
  expect(ways.map(seen)).toEqual(ways.map(() => true));
  const others = ["'没有兑换成功'", "'兑换成功率'", "'兑换成功，请稍后查看'"];
  expect(others.map(seen)).toEqual([false, false, false]);
});
