/** What readers of the demo looked for in vain, by how many days ago. */
export const DEMO_WISHES: ReadonlyArray<{ keyword: string; content: string; days_ago: number }> = [
  { keyword: '冰雪运动会', content: '东北园区三百人，室外零下十五度，希望有保暖和应急的安排。', days_ago: 9 },
  { keyword: '无人机灯光秀方案', content: '想要含报批流程和天气预案的完整方案，五百架左右。', days_ago: 6 },
  { keyword: '适老化茶话会', content: '社区重阳节活动，参加者七十岁以上，流程不要超过九十分钟。', days_ago: 4 },
  { keyword: '博物馆研学手册', content: '小学四年级两个班，半天，最好有可以打印的任务单。', days_ago: 2 },
  { keyword: '线上年会互动包', content: '三地同事连线，预算一万以内，不要太依赖主持人。', days_ago: 1 },
];
