/** Names of parts of an event: what means the same, and which of several a name means. */

const SAME: ReadonlyArray<readonly string[]> = [
  ['餐饮', '用餐', '餐食', '伙食', '吃饭', '宴席', '酒席', '正餐', '餐标', '餐'],
  ['大屏', '屏幕', '主屏', 'LED', '屏'],
  ['摄影', '摄像', '拍摄', '拍照', '跟拍'],
  ['主持', '司仪'],
  ['车辆', '大巴', '用车', '接送', '交通', '车'],
  ['伴手礼', '礼品', '礼物'],
  ['搭建', '舞美'],
  ['节目', '演出', '表演'],
  ['音响', '音箱', '话筒'],
  ['执行', '工作人员', '人工'],
  ['设计', '视觉', '主画面'],
  ['花艺', '鲜花', '布花'],
  ['颁奖', '表彰', '授奖'],
  ['孩子', '儿童', '小朋友', '小孩'],
  ['住宿', '酒店', '房间'],
  ['场地', '会场', '场馆'],
];
/** Other words for what a name says. */
export const sameWords = (name: string): string[] =>
  SAME.filter((all) => all.some((one) => one === name || (one.length > 1 && name.length - one.length <= 2 && name.includes(one)))).flatMap(
    (all) => all.filter((one) => one !== name),
  );

/** 主持 and 节目 of 主持与节目. */
export const partsOf = (item: string): string[] => item.split(/[与和及、/+（）()]/).filter((part) => part.length > 1);

/** 舞台搭建 of 舞台与背景搭建: its signs in their order. */
function isShortFor(name: string, item: string): boolean {
  let at = 0;
  for (const sign of item) if (sign === name[at]) at++;
  return name.length > 2 && at === name.length;
}

/** The items that a name means, found in one way; in the first that finds any. */
export function namedBy<T>(all: readonly T[], name: string, itemOf: (one: T) => string): T[] {
  const ways: ReadonlyArray<(item: string) => boolean> = [
    (item) => item === name,
    (item) => partsOf(item).includes(name),
    (item) => item.startsWith(name),
    (item) => item.includes(name),
    (item) => isShortFor(name, item),
    (item) => partsOf(item).some((part) => name.startsWith(part) && name.length - part.length <= 1),
    (item) => sameWords(name).some((word) => word.length > 1 && item.includes(word)),
  ];
  return ways.map((way) => all.filter((one) => way(itemOf(one)))).find((found) => found.length > 0) ?? [];
}
