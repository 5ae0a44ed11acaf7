import { expect, it } from 'vitest';
import { previewTexts } from './preview-text.ts';

it('U-30 leaves out feet that name the page, and heads that come again with another number', () => {
  expect(
    previewTexts([
      '第 1 章 概览\n年会的目标\n林深见鹿　2 / 20',
      '第 2 章 概览\n预算 4 万元\n林深见鹿　3 / 20',
      '第 3 章 概览\n流程\n林深见鹿　4 / 20',
    ]),
  ).toEqual(['年会的目标', '预算 4 万元', '流程']);
});

it('leaves content where it is: what comes again word for word, long lines, numbers in the middle', () => {
  const texts = ['目录\n8 个环节\n共 120 人参加', '目录\n另一页\n共 3 小时'];
  expect(previewTexts(texts)).toEqual(texts);
  const lines = ['第 1 页的文字', '第 2 页的文字'];
  expect(previewTexts(lines)).toEqual(lines);
  expect(previewTexts(['', '封面'])).toEqual(['', '封面']);
});

it('keeps the number of a card with its card', () => {
  expect(previewTexts(['四个亮点\n1\n开场\n为全场预热\n2\n互动 3\n直播\n沉淀素材 4\n为销售提供素材'])).toEqual([
    '四个亮点\n1 开场\n为全场预热\n2 互动\n3 直播\n沉淀素材\n4 为销售提供素材',
  ]);
});
