import { expect, it } from 'vitest';
import type { AboutWord, GivenSource } from './port.ts';
import { createSandboxAssistant } from './sandbox.ts';

const work: GivenSource = { n: 1, kind: '方案', title: '小而美年会', text: '三轮抽奖，全员合唱，彩带与烟火。奖项与颁奖安排在八点。' };
const own = (...words: string[]): AboutWord => ({ words, parts: [], is: 'own' });
const event = (word: string): AboutWord => ({ ...own(word), is: 'event' });

async function says(question: string, about: AboutWord[], sources: GivenSource[], attempt = 0, lists = false): Promise<string> {
  const wish = { tool: '' as const, question, input: {}, history: [], sources, sought: '', about, lists, attempt, max_tokens: 1_000 };
  let text = '';
  for await (const part of createSandboxAssistant({ pace_ms: 0 }).answer(wish, new AbortController().signal)) {
    if (part.is === 'text') text += part.text;
  }
  return text;
}
const lines = (text: string) => text.match(/^- .+$/gm) ?? [];

it('says when no passage holds what is asked, and what the works nearby are', async () => {
  expect(await says('年会抽奖怎么安排', [event('年会'), own('抽奖')], [work])).toContain('找到了这些内容');
  // one word alone may be said of anything
  expect(await says('抽奖怎么安排', [own('抽奖')], [work])).toContain('不一定直接答到您的问题');
  const none = await says('年会的摇臂怎么定', [event('年会'), own('摇臂')], [work]);
  expect(none).toContain('没有在站内公开作品里找到直接回答这个问题的文字');
  expect(lines(none)).toEqual(['- 方案《小而美年会》：三轮抽奖，全员合唱，彩带与烟火。奖项与颁奖安排在八点 [1]']);
});

it('answers a file by the lines that hold what is asked, by its order where all is asked, and says what is not in it', async () => {
  const text = '项目：星河科技庆典\n人数：420人\n预算：总额 86 万元，其中餐饮 22 万元\n供应商付款：签约 30%，进场 40%。\n主持人要求双语。';
  const file = [{ ...work, title: 'brief.txt 第 1 部分', own: true, text }];
  const pays = await says('供应商付款怎么分', [own('付款'), { ...own('供应商'), is: 'weak' }], file);
  expect([pays, lines(pays)]).toEqual([expect.stringContaining('从您的文件里找到了'), ['- 供应商付款：签约 30%，进场 40% [1]']]);
  expect(lines(await says('多少人参加', [own('参加')], file))).toEqual(['- 人数：420人 [1]']);
  const none = await says('有没有停车安排', [own('停车')], [...file, { ...work, n: 2 }]);
  expect(none).toContain('没有找到含有这些字的内容（换个说法可能有，这次不计次数），下面是文件的开头');
  expect(none).not.toMatch(/找到了|小而美年会/);
  expect(lines(await says('总结一下这个文件', [own('总结'), own('文件')], file))).toHaveLength(5);
  // what the file does not say a work does
  expect(await says('抽奖怎么安排', [own('抽奖')], [...file, { ...work, n: 2 }])).toMatch(
    /没有找到含有这些字的内容.*站内公开作品里的相关内容[\s\S]*三轮抽奖/,
  );
});

it('denies nothing of a file that holds a word of the question, a synonym or a rare pair of its characters', async () => {
  const text = [
    '活动地点：上海西岸艺术中心 A 馆\n餐饮采用站立式茶歇\n供应商须在 4 月 10 日前提交报价，评标时间为 4 月 15 日',
    '如遇暴雨，试驾环节改到室内展厅进行\n知识产权：所有设计稿归云帆汽车所有\n尾款在活动结束后 30 日内支付',
  ].join('\n');
  const file = [{ ...work, title: 'plan.txt 第 1 部分', own: true, text }];
  const weak = (word: string): AboutWord => ({ ...own(word), is: 'weak' });
  const rain = own('下雨', '雨天', '暴雨');
  for (const [question, about, line] of [
    ['设计稿归谁', [own('归'), weak('设计'), weak('稿')], /设计稿归云帆/],
    ['那评标呢', [own('评标')], /评标时间/],
    ['版权归谁', [own('版权', '知识产权'), own('归')], /知识产权/],
    ['试驾如果下雨怎么办', [event('试驾'), rain], /如遇暴雨/],
    ['下雨怎么办', [rain], /如遇暴雨/],
    // cut into other words than it has
    ['那评标会呢', [own('那评标会')], /评标时间/],
  ] as const)
    expect([question, lines(await says(question, [...about], file))]).toEqual([question, [expect.stringMatching(line)]]);
  const near = await says('试驾遇到大雾怎么办', [event('试驾'), own('大雾')], file);
  expect(near).toContain('没有找到直接写“大雾”的文字，只找到提到“试驾”的');
  for (const [question, word] of [
    ['有没有停车的地方', '停车'],
    ['活动要不要买保险', '保险'],
    ['主持人是谁', '主持人'],
  ] as const)
    expect(await says(question, [own(word)], file)).toMatch(/^演示助手没有找到含有这些字的内容/);
});

it('says found only where a line, with the title of its work, holds the object of the question', async () => {
  const permits = { ...work, kind: '文章', title: '户外活动报批指南', text: '户外活动要提前二十天报公安。大型活动要写明临时用房。' };
  const about = [own('户外'), own('用电')];
  expect(await says('户外活动用电怎么安排', about, [permits])).toContain('找到了提到“户外”的文字，不一定直接答到您的问题');
  expect(
    lines(await says('户外活动用电怎么安排', about, [permits, { ...work, n: 2, title: '户外音乐节', text: '用电分三路，备一台发电机。' }])),
  ).toContain('- 用电分三路，备一台发电机 [2]');
  const buffet = { ...work, title: '自助餐服务', text: '自助餐两千人也能分批上齐。' };
  expect(await says('200人自助餐要多少份', [own('自助餐')], [buffet, { ...work, text: '伴手礼备 200 份。' }])).toContain(
    '找到了提到“自助餐”的文字',
  );
  const tea = { ...work, title: '酒店会场', text: '订满一天送茶歇间与化妆间。' };
  const per_head = [event('会议'), own('茶歇', '冷餐')];
  expect(await says('会议茶歇每人标准多少', per_head, [tea])).toContain('不一定直接答到您的问题');
  const priced = { ...tea, text: '会议可选的茶歇每人 38 元起。' };
  expect(lines(await says('会议茶歇每人标准多少', per_head, [priced]))).toEqual(['- 会议可选的茶歇每人 38 元起 [1]']);
});

it('puts no time of a timetable before what stands behind it', async () => {
  const text = '21:00\n抽奖\n三轮抽奖，全员合唱到十点\n21:30\n送客\n场地平面与动线：按 120 人规模布置流程';
  const answer = await says('婚礼当天的流程怎么排', [event('婚礼'), own('流程')], [{ ...work, title: '婚礼流程', text }]);
  expect(answer).toContain('21:00 抽奖');
  expect(answer).not.toMatch(/21:30 场地/);
});

it('finds nothing where no line holds the core of the question', async () => {
  const dinner = { ...work, title: '晚宴手册', text: '年会晚宴的座位安排要提前一周。' };
  expect(await says('帮我算一下300人晚宴要多少桌', [event('晚宴')], [dinner])).toContain('没有在站内公开作品里找到直接回答');
  expect(await says('晚宴要多少桌', [event('晚宴')], [{ ...dinner, text: '三百人的晚宴约 30 桌为宜。' }])).toContain('找到了这些内容');
  const budget = { ...work, title: '年会流程（含预算）', text: '适合年会使用的国潮风格模板。' };
  expect(await says('年会预算怎么分配', [event('年会'), own('预算')], [budget])).toContain('没有在站内公开作品里找到直接回答');
});

it('quotes no sentence of a work that holds nothing of the question, nor one twice', async () => {
  const text = '过去一年，团队从三地走到一起。预算按场地六成、餐饮三成来定。里面有：预算按场地六成、餐饮三成来定。';
  const answer = await says(
    '预算怎么分配',
    [own('预算', '费用')],
    [
      { ...work, text },
      { ...work, n: 2, text },
    ],
  );
  expect(lines(answer).filter((line) => !line.includes('《'))).toEqual(['- 预算按场地六成、餐饮三成来定 [1]']);
});

it('goes on to the next works where it is asked again and none answers', async () => {
  const works = Array.from({ length: 5 }, (_, at) => ({ ...work, n: at + 1, title: `年会 ${at + 1}` }));
  const titles = async (attempt: number) =>
    (await says('年会的摇臂怎么定', [event('年会'), own('摇臂')], works, attempt)).match(/年会 \d/g);
  expect([await titles(0), await titles(1)]).toEqual([
    ['年会 1', '年会 2', '年会 3'],
    ['年会 4', '年会 5'],
  ]);
});

it('lists works that are asked for with what each is and costs, those that are all that is asked first', async () => {
  const works = [
    { ...work, title: '山野团建', price: '免费', fits: true },
    { ...work, n: 2, kind: '文章', title: '团建不再是爬山', text: '三个低预算玩法。', fits: false },
  ];
  const answer = await says('有没有免费的团建方案', [event('团建')], works, 0, true);
  expect(answer).toContain('找到了这些，以下都是原文摘录');
  expect([lines(answer.split('### 相近的作品')[0] ?? ''), lines(answer)[1]]).toEqual([
    ['- 方案《山野团建》（免费）：三轮抽奖，全员合唱，彩带与烟火。奖项与颁奖安排在八点 [1]'],
    '- 文章《团建不再是爬山》：三个低预算玩法 [2]',
  ]);
  expect(await says('有没有免费的团建方案', [event('团建')], works.slice(1), 0, true)).toContain('没有在站内公开作品里找到完全符合的');
});

it('reads tables of a file by their headings: rows, sums, the most and the least', async () => {
  const rows = [
    '项目 | 负责人 | 金额',
    '舞台搭建 | 王涛 | 28,600',
    '灯光音响 | 李敏 | 31,000',
    '签到物料 | 王涛 | 1,800',
    '合计 | | 61,400',
  ];
  const markdown = rows.map((row) => `| ${row} |`).toSpliced(1, 0, '| --- | --- | --- |');
  for (const text of [rows.join('\n'), markdown.join('\n')]) {
    const file = [{ ...work, title: 'budget.xlsx 工作表 1', own: true, text }];
    const says_of = async (question: string, ...words: string[]) =>
      lines(
        await says(
          question,
          words.map((word) => own(word)),
          file,
        ),
      );
    expect(await says_of('舞台谁负责', '舞台')).toEqual(['- 项目：舞台搭建；负责人：王涛；金额：28,600 [1]']);
    expect((await says_of('合计是多少', '合计'))[0]).toBe('- 3 行“金额”相加：61,400 [1]');
    expect(await says_of('王涛负责的一共多少钱', '王涛')).toEqual([
      '- 含“王涛”的 2 行“金额”相加：30,400 [1]',
      '- 项目：舞台搭建；负责人：王涛；金额：28,600 [1]',
      '- 项目：签到物料；负责人：王涛；金额：1,800 [1]',
    ]);
    expect(await says_of('最贵的是哪一项')).toEqual(['- 项目：灯光音响；负责人：李敏；金额：31,000 [1]']);
    expect(await says_of('最便宜的是哪一项')).toEqual(['- 项目：签到物料；负责人：王涛；金额：1,800 [1]']);
  }
});

it('answers each thing that is asked of a file, prefers a sum to a title, and writes no other text of it', async () => {
  const text = '农场开放日\n时间：5 月 1 日 9:00 开始签到\n地点：西山农场\n着装：运动鞋\n费用合计 56,800 元';
  const file = [{ ...work, title: 'brief.pdf 第 1 页', own: true, text }];
  const both = lines(await says('活动什么时候开始，在哪里', [own('开始')], file));
  expect([both.some((line) => line.includes('9:00')), both.some((line) => line.includes('西山农场'))]).toEqual([true, true]);
  expect(lines(await says('农场开放日费用合计多少', [own('农场'), own('开放日'), own('费用')], file))[0]).toBe('- 费用合计 56,800 元 [1]');
  expect(lines(await says('穿什么', [own('穿')], file))).toEqual(['- 着装：运动鞋 [1]']);
  expect(await says('把它整理成预算表', [own('整理'), own('预算表')], file)).toContain('不能改写或生成文字');
});

it('reads what means the same, and goes on in an article whose title is about it', async () => {
  const article = {
    ...work,
    kind: '文章',
    title: '草坪婚礼，雨天怎么写',
    text: '三个时间点\n前一天 18:00：看 24 小时预报\n降水大于 60%，启用室内',
  };
  const answer = await says('婚礼下雨了怎么办', [event('婚礼'), own('下雨', '雨天')], [article]);
  expect(lines(answer)).toEqual(['- 前一天 18:00：看 24 小时预报 [1]', '- 降水大于 60%，启用室内 [1]']);
  expect(await says('婚礼下雨了怎么办', [event('婚礼'), own('下雨', '雨天')], [article], 1)).toContain('没有在站内公开作品里找到更多');
});

it('goes on with what is near where the same is asked again', async () => {
  const shop = { ...work, title: '美妆快闪', text: '选址核心商圈，为期七天。快闪店会变，每天闭店后换装。' };
  const again = await says('快闪店选址看什么', [event('快闪店'), own('选址')], [shop], 1);
  expect([lines(again), again]).toEqual([['- 快闪店会变，每天闭店后换装 [1]'], expect.stringContaining('找到了另外一些可能有关的文字')]);
});

it('answers the order of things by times, and costs by amounts', async () => {
  const told = '年会流程表\n';
  const pages = '18:00\n开场\n三分钟年度回顾短片与致辞\n灯光 60%\n19:00\n抽奖\n三轮抽奖，全员合唱到十点';
  const plan = { ...work, text: `${told}${pages}`, told: told.length };
  expect(lines(await says('年会流程怎么排', [event('年会'), own('流程')], [plan]))).toContain('- 18:00 开场：三分钟年度回顾短片与致辞 [1]');
  expect(await says('年会要多少钱', [event('年会')], [plan])).toContain('没有在站内公开作品里找到直接回答');
  expect(await says('年会要多少钱', [event('年会')], [{ ...work, text: '每桌三千八百元起。' }])).toContain('- 每桌三千八百元起 [1]');
});

it('looks for the parts of a compound that no line says', async () => {
  const about: AboutWord[] = [{ words: ['展台搭建'], parts: ['展台', '搭建'], is: 'event' }];
  expect(await says('展台搭建看什么', about, [{ ...work, text: '设计与搭建怎么报价。' }])).toContain('- 设计与搭建怎么报价 [1]');
});

it('takes a number for an answer only where it counts what is asked', async () => {
  const of = (title: string, text: string): GivenSource => ({ n: 1, kind: '方案', title, text });
  const says_of = async (question: string, about: AboutWord[], text: string) =>
    (await says(question, about, [of('主持手册', text)])).includes('找到了这些内容');
  const host = own('主持人');
  for (const [question, about, text, is_found] of [
    ['主持人多少钱一场', [host], '价格区间：地方主持人两千到五千，卫视三万起。', true],
    ['主持人怎么收费', [host, own('收费')], '地方主持人一场三千元起。', true],
    ['主持人多少钱', [host], '主持人面对两千人的会场，不能慌张。', false],
    ['年会红包发多少', [own('红包')], '里面有：抽奖与红包、人均一百二十元预算。', false],
    ['需要多少志愿者', [own('志愿者')], '500 人的会，三个入口一起开放。', false],
    ['需要多少志愿者', [own('志愿者')], '每五十人配一名志愿者，提前一天走场。', true],
    ['婚礼提前多久准备', [event('婚礼')], '仪式前 90 分钟：最后一次决定。', false],
    ['婚礼提前多久准备', [event('婚礼')], '婚礼从订场地到当天要十二个月。', true],
  ] as const)
    expect([question, text, await says_of(question, [...about], text)]).toEqual([question, text, is_found]);
});

it('writes no outline out of a file: it names the tool, quotes the beginning and asks no work', async () => {
  const file = { ...work, own: true, title: '简报.txt', text: '云帆年会\n人数：240 人\n预算：45 万元\n地点：杭州\n时间：12月20日' };
  const wish = {
    tool: '' as const,
    question: '根据简报列一个大纲',
    input: {},
    history: [],
    sources: [file, { ...work, n: 2 }],
    sought: '',
  };
  const parts = [];
  const assistant = createSandboxAssistant({ pace_ms: 0 });
  for await (const part of assistant.answer(
    { ...wish, about: [own('大纲')], attempt: 0, max_tokens: 1_000, ordered: ['活动大纲'] },
    new AbortController().signal,
  ))
    parts.push(part);
  const text = parts.map((part) => (part.is === 'text' ? part.text : '')).join('');
  expect(parts[0]).toEqual({ is: 'nothing' });
  expect([text, lines(text).length]).toEqual([expect.stringMatching(/^演示助手不另写“活动大纲”：请用它的工具按模板生成/), 3]);
  expect(text).not.toContain('小而美年会');
});

it('quotes what a work says of itself where its title names what is asked, and puts it before a line of another work', async () => {
  const talk: GivenSource = {
    n: 2,
    kind: '短分享',
    title: '三百人签到，开几个口才不排队',
    text: '七成的人会在最后二十五分钟到，三百人要开四个口。',
  };
  const forms: GivenSource = { n: 1, kind: '方案', title: '会议通知与签到表模板', text: '分三批用餐，每批间隔二十分钟，大家不用排队。' };
  const queue = await says('签到怎么不排队', [own('签到'), own('排队')], [forms, talk]);
  expect(lines(queue)[0]).toContain('三百人要开四个口');
  const cover: GivenSource = {
    n: 1,
    kind: '方案',
    title: '活动保险怎么买',
    text: '办比赛与团建要买哪些险，各多少钱。\n第一页：封面的说明与使用方法。\n第二页：其他的说明与使用方法。',
  };
  expect(lines(await says('活动要不要买保险', [own('活动'), own('保险')], [cover]))).toEqual(['- 办比赛与团建要买哪些险，各多少钱 [1]']);
});

it('compares works in a table whose cells a title cannot break', async () => {
  const facts = ['价格', '页数', '格式'].map((name) => ({ name, value: '9' }));
  const sources = [1, 2].map((n) => ({ ...work, n, title: `甲|乙${n}`, facts }));
  const wish = { tool: '' as const, question: '哪个好', input: {}, history: [], sources, sought: '', attempt: 0, max_tokens: 1_000 };
  let text = '';
  for await (const part of createSandboxAssistant({ pace_ms: 0 }).answer(
    { ...wish, shown: { asks: 'facts', most: '' } },
    new AbortController().signal,
  ))
    if (part.is === 'text') text += part.text;
  expect(text.match(/^\|.*\|$/gm)?.map((row) => row.split('|').length)).toEqual([6, 6, 6, 6]);
});

it('finds only in works about the event that is asked of, or in those about what is asked of any event', async () => {
  const about = [event('露营'), { ...own('清单'), of_any: true as const }];
  const list = { ...work, title: '一张清单少打二十个电话', text: '进场前逐项打勾的清单。', of_no_event: true };
  expect(await says('露营有清单要带吗', about, [list])).not.toContain('找到了这些内容');
  expect(await says('露营有清单要带吗', about, [list, { ...work, n: 2, title: '露营团建', text: '露营的清单有六顶天幕。' }])).toContain(
    '露营的清单有六顶天幕',
  );
  const guards = { ...work, title: '安保配比', text: '安保每百人配一到两名。', of_no_event: true };
  expect(await says('灯会的安保怎么配', [event('灯会'), own('安保')], [guards])).toContain('安保每百人配一到两名');
  const other = { ...work, title: '新车试驾会', text: '试驾会的邀约提前二十天。' };
  expect(await says('沙龙的邀约怎么做', [event('沙龙'), own('邀约')], [other])).not.toContain('找到了这些内容');
});

it('takes for the cost of an event what is said of all of it, and for how long before what is done before', async () => {
  for (const [question, text, is_found] of [
    ['年会要花多少钱', '每人带一份五十元内的礼物，交换三轮。', false],
    ['年会要花多少钱', '年会人均预算一般三百到八百元。', true],
    ['年会要花多少钱', '每桌一块拼图，拼齐时点亮灯光。', false],
    ['年会提前多久筹备', '两天两场，换场四十分钟。', false],
    ['年会提前多久筹备', '年会提前两个月筹备。', true],
    ['年会几点开始', '年会 18:00 开席。', true],
  ] as const) {
    const said = await says(question, [event('年会')], [{ ...work, title: '公司年会', text }]);
    expect([question, text, said.includes('找到了这些内容')]).toEqual([question, text, is_found]);
  }
  // of two events the works of both, not every 晚会
  const eve = { ...work, title: '跨年晚会', text: '跨年晚会 20:00 开始。' };
  const school = { ...work, n: 2, title: '校园晚会', text: '晚会 19:00 开始。' };
  expect(lines(await says('跨年晚会几点开始', [event('跨年'), event('晚会')], [school, eve]))[0]).toContain('20:00');
});

it('says of lines that only name what is asked that they may not answer, and costs nothing for them', async () => {
  const part = await says(
    '升学宴上家长致辞讲几分钟',
    [event('升学宴'), own('家长'), own('致辞')],
    [{ ...work, title: '升学宴流程', text: '家长和老师入座。升学宴的菜十二道。' }],
  );
  expect(part).toContain('找到了提到“家长”的文字，不一定直接答到您的问题，这一句不计次数');
  expect(lines(part)).toEqual(['- 家长和老师入座 [1]']);
});

it('reads the article about the event in other words before it denies, and takes contents and run-downs for no answer', async () => {
  const article = {
    ...work,
    kind: '文章',
    title: '小店开业三天',
    text: '开业的优惠与布置。餐厅的折扣控制在六到七折，连做三天。08:00 备料。后厨要先试出餐。',
  };
  const close = await says('火锅店开业怎么打折', [event('开业'), own('火锅店')], [article]);
  expect(close).toContain('找到了可能有关的文字，不一定直接答到您的问题');
  expect(lines(close)[0]).toContain('折扣控制在六到七折');
  const contents = await says(
    '宠物市集办什么证',
    [event('市集'), own('宠物')],
    [{ ...work, title: '宠物市集', text: '里面有：摊位与宠物、防疫与牵绳' }],
  );
  expect(contents).not.toContain('找到了这些内容');
  const amount = await says(
    '论坛嘉宾费用多少',
    [event('论坛'), own('嘉宾'), { ...own('费用'), of_any: true as const }],
    [{ ...work, title: '论坛嘉宾接待', text: '三百人的论坛费用合计三十万元。嘉宾的出场费用从几千元到十万元。' }],
  );
  expect(lines(amount)).toEqual(['- 嘉宾的出场费用从几千元到十万元 [1]']);
  expect(
    await says('退休送什么好', [event('退休')], [{ ...work, title: '退休欢送', text: '退休的礼物以纪念牌为主。退休的人先入座。' }]),
  ).toContain('纪念牌');
});

it('says found outright only where a line itself holds the words, in a work about the event', async () => {
  const talk = { ...work, kind: '短分享', title: '先把主桌叫起来', text: '让主桌先站起来，靠三个动作。', of_no_event: true };
  expect(await says('婚宴主桌坐谁', [event('婚宴'), own('主桌')], [talk])).not.toContain('找到了这些内容');
  const feast = { ...work, title: '婚宴的一天', text: '婚宴的主桌坐新人父母和证婚人。' };
  expect(await says('婚宴主桌坐谁', [event('婚宴'), own('主桌')], [feast])).toContain('找到了这些内容');
  // the title alone holds the children
  const walk = { ...work, title: '带孩子研学', text: '研学每十五名学生配一名带队老师。' };
  expect(await says('研学一个老师带多少孩子', [event('研学'), own('老师'), own('孩子')], [walk])).toContain('不一定直接答到您的问题');
});
