import { expect, it } from 'vitest';
import { readTree, withoutComments } from './source.ts';

const code = readTree('src')
  .filter(({ path }) => !/\.test\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path, text: withoutComments(text) }));

const holding = (text: string) => code.filter((one) => one.text.includes(`'${text}'`)).map(({ path }) => path);

it.each([
  '下单失败，请稍后重试',
  '猫币余额不足',
  '兑换成功',
  '使用成功',
  '解锁成功',
  '充值成功',
  '充值失败',
  '请选择充值面额',
  '视频未播放完成',
  '视频未播放完成,您确定要关闭广告吗？',
  '保存成功',
  '请输入收件人姓名',
  '请输入收件地址',
  '请输入收件人手机号码',
  '请填写正确的手机号码',
])('what is specified word for word stands in one place: %s', (text) => {
  expect(holding(text)).toEqual([expect.stringMatching(/^src\/contract\//)]);
});
