import { describe, expect, it } from 'vitest';
import { generalCutter } from './cut-words.ts';
import { queryKey, readQuery } from './read-query.ts';
import { makeDictionary } from './words/dictionary.ts';
import { tradeList } from './words/load-dictionary.ts';

const dictionary = makeDictionary([tradeList()], generalCutter);
const read = (keyword: string) => readQuery(keyword, dictionary);

describe('S1 a known word is never cut, and what stands beside it is not glued to it', () => {
  it.each([
    ['办年会', '年会'],
    ['开年会', '年会'],
    ['百人年会', '年会'],
    ['50人年会', '年会'],
    ['我要办年会', '年会'],
    ['五十人年会预算', '年会,预算'],
    ['年会场景', '年会,场景'],
    ['年会场地', '年会,场地'],
    ['新年会', '年会'],
    ['鲸落海岸', '鲸落,海岸'],
    ['年会cue表怎么写', '年会,cue表'],
    ['发布会t台', '发布会,t台'],
    ['圣诞晚宴布置', '圣诞'],
    ['女神节插花沙龙', '女神节'],
    ['抽奖环节怎么设计', '抽奖,环节'],
    ['年会预算怎么分配', '年会,预算'],
    ['年会预算怎么分配？我们有300人，在上海', '年会,预算'],
    ['发布会嘉宾如何邀请', '发布会,嘉宾'],
    ['怎么分配', '分配'],
    ['活动执行清单', '活动执行,清单'],
    ['活动执行合同', '合同'],
  ])('%s: %s', (keyword, topic) => expect(read(keyword).topic.join()).toBe(topic));
});

describe('S2 a keyword is read', () => {
  it.each([
    ['年会 300人 预算8万', { people: { least: 195, most: 450 }, budget_fen: { least: 5_200_000, most: 12_000_000 } }],
    ['八万以内的婚礼', { budget_fen: { least: 0, most: 8_000_000 } }],
    ['十来万的发布会', { budget_fen: { least: 6_500_000, most: 15_000_000 } }],
    ['团建 3w', { budget_fen: { least: 1_950_000, most: 4_500_000 } }],
    ['团建 5k', { budget_fen: { least: 325_000, most: 750_000 } }],
    ['200-300人团建', { people: { least: 180, most: 330 } }],
    ['婚礼方案免费下载', { price: 'free' }],
    ['便宜的发布会模板', { sort: 'price_up' }],
    ['最新年会方案', { sort: 'new' }],
    ['年会ppt', { format: 'pptx', kind: 'ppt' }],
    ['杭州互联网公司中秋团建', { city: '杭州', industry: '互联网', season: '中秋' }],
  ])('%s: %o', (keyword, of) => expect(read(keyword)).toMatchObject(of));

  it('says what it understood, each to be taken away', () => {
    expect(read('年会 300人 预算8万').parts.map(({ label, without }) => [label, without])).toEqual([
      ['年会', '300人 预算8万'],
      ['300 人左右', '年会 预算8万'],
      ['预算 8 万', '年会 300人'],
    ]);
    expect(read('2026年会').parts.map(({ label }) => label)).toEqual(['2026 年', '年会']);
    for (const plain of ['年会', '办年会', '年会方案下载', '!!!', '']) expect(read(plain).parts, plain).toEqual([]);
  });

  it.each([
    ['草坪活动不要婚礼', '草坪', '婚礼', '草坪活动'],
    ['不要婚礼和发布会，要年会', '年会', '婚礼,发布会', ',要年会'],
    ['除了团建以外的员工活动', '员工活动', '团建', '员工活动'],
    ['非婚礼类的花艺', '花艺', '婚礼', '花艺'],
    ['年会，PPT的不要', '年会', 'ppt', '年会,'],
    ['ppt的不要 年会', '年会', 'ppt', '年会'],
    ['不要婚礼', '方案', '婚礼', undefined],
  ])('%s: %s without %s', (keyword, topic, unwanted, without) => {
    const of = read(keyword);
    expect([of.topic.join(), of.unwanted.join()]).toEqual([topic, unwanted]);
    expect(of.parts.find(({ role }) => role === 'not')?.without).toBe(without);
    expect(queryKey(of)).toContain(`-${unwanted.split(',')[0]}`);
  });
  it.each(['不要太贵的婚礼', '没有地图的徒步', '非遗市集', '别怕冷场', '不要冷场的年会', '除夕晚会', '非常规年会', '不要钱的年会'])(
    '%s: nothing is unwanted',
    (keyword) => expect(read(keyword).unwanted).toEqual([]),
  );
  it.each([
    ['三百二十四平米展台', '展台', '324'],
    ['36平方米展位', '展位', '36'],
  ])('%s: %s beside %s', (keyword, topic, weak) => expect([read(keyword).topic.join(), read(keyword).weak.join()]).toEqual([topic, weak]));

  it.each([
    ['年会方案下载', '年会'],
    ['发布会方案怎么写', '发布会'],
    ['年会 年会', '年会'],
    ['發佈會', '发布会'],
    ['ＫＶ', 'kv'],
    ['!!!', ''],
  ])('%s stands under the key %j', (keyword, key) => expect(queryKey(read(keyword))).toBe(key));

  it('the order of words makes no other query', () => {
    expect(queryKey(read('草坪 婚礼'))).toBe(queryKey(read('婚礼草坪')));
  });
});

describe('S3 an event with nothing but its place or time is that event', () => {
  const events = ['年会', '团建', '婚礼', '发布会', '开业', '亲子活动'];
  it.each(['酒店', '户外', '室内', '公园', '草坪', '海边', '学校', '夏天', '冬季', '周末'])('%s', (beside) => {
    for (const event of events) {
      const { topic, of_event } = read(beside + event);
      expect([event, topic.join('').includes(event.slice(0, 2)), of_event]).toEqual([event, true, true]);
    }
  });
  it('is none beside what is looked for itself, and alone', () => {
    for (const other of ['年会', '年会抽奖', '年会主持人', '酒店', '酒店年会灯光']) expect(read(other).of_event, other).toBeUndefined();
  });
});

it('a part that is said often is shown once, and taken away wherever it stands', () => {
  expect(read('亲子活动'.repeat(15)).parts).toEqual([]);
  expect(read('年会 杭州 年会 杭州 团建').parts.map(({ label, without }) => [label, without])).toEqual([
    ['年会', '杭州 杭州 团建'],
    ['杭州', '年会 年会 团建'],
    ['团建', '年会 杭州 年会 杭州'],
  ]);
});
