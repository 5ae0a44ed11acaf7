/** Series of the demo's publishers: works by their keys, in order; what all of them cost together, hundredths of what they cost singly. */
export const DEMO_SERIES: ReadonlyArray<{
  publisher: number;
  title: string;
  introduction: string;
  keys: readonly string[];
  part?: number;
}> = [
  {
    publisher: 0,
    title: '发布会三幕',
    introduction: '一束光的开场、一座城市的上市、一个家的舞台。三场发布会的完整方案，可以对照着看节奏怎样安排。',
    keys: ['scheme-1', 'scheme-11', 'scheme-21'],
    part: 70,
  },
  {
    publisher: 1,
    title: '年会一条龙',
    introduction: '方案、提案模板与主视觉出自同一个团队，换上自己的名字就能开会。',
    keys: ['scheme-0', 'scheme-10', 'ppt-0', 'design-0'],
    part: 75,
  },
  {
    publisher: 2,
    title: '婚礼的四个下午',
    introduction: '草坪、园林、海边，还有一张让所有人都不慌张的总控表。',
    keys: ['scheme-3', 'scheme-13', 'scheme-23', 'scheme-39'],
    part: 80,
  },
  {
    publisher: 5,
    title: '市集从零到一',
    introduction: '从零预算的跳蚤市集，到一条街的运营手册和一套海报。',
    keys: ['scheme-25', 'scheme-5', 'design-3'],
  },
  {
    publisher: 9,
    title: '小公司也要热闹',
    introduction: '五十个人以内的年会、节目和家庭日，人少也有人少的办法。',
    keys: ['scheme-9', 'scheme-19', 'scheme-29'],
  },
];
