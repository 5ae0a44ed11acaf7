/** Phrases from which the measuring world makes its texts: as varied as a marketplace's, with common and rare words. */
const THEMES =
  '星河,鎏金,国潮,赛博,山海,破晓,新生,逐光,向上,同心,云端,万象,未来,青绿,热浪,乘风,启航,花样,霓虹,漫游,森林,极光,敦煌,奇遇'.split(',');
const OCCASIONS =
  '年会,周年庆典,新品发布会,品牌发布会,户外团建,主题婚礼,生日宴,峰会论坛,行业展览,创意市集,音乐节,美食节,快闪店,商场美陈,开业典礼,品牌路演,经销商大会,招商会,亲子嘉年华,运动会,答谢晚宴,媒体沟通会,露营派对,颁奖盛典'.split(
    ',',
  );
const SUFFIXES = '策划方案,活动方案,执行手册,创意提案,招商手册,视觉方案,KPI复盘,预算与流程'.split(',');
const YEARS = ['2024', '2025', '2026', ''];

const PLACES = '上海,北京,广州,深圳,成都,杭州,武汉,西安,苏州,长沙,重庆,南京'.split(',');
const FOCUS =
  '沉浸式光影与实时互动,非遗手作与国风巡游,数字人主持与虚拟舞台,亲子研学与自然探索,品牌故事线与打卡装置,晚宴编排与颁奖动线,媒体传播与达人种草,低成本高效率的物料清单,场地勘测与风险预案,签到导流与会员拉新'.split(
    ',',
  );
const RESULT = '到场三千人,曝光破亿,线索成本下降四成,满意度九成五,销售额翻番,社媒登上热搜,复购率显著提升,获得行业金奖'.split(',');
const DETAIL =
  '第一章 项目背景与市场洞察,第二章 主题创意与视觉延展,第三章 环节流程与时间轴,第四章 场地布置与舞台效果图,第五章 人员分工与供应商对接,第六章 传播节奏与媒介排期,第七章 预算明细与报价说明,第八章 安全预案与保险'.split(
    ',',
  );

/** Every combination once; rare words at the end of each list stay rare by the skew of the draw. */
export function titles(): string[] {
  return THEMES.flatMap((theme) =>
    OCCASIONS.flatMap((occasion) => SUFFIXES.flatMap((suffix) => YEARS.map((year) => `${theme}之夜 ${year}${occasion}${suffix}`))),
  );
}

export function introductions(): string[] {
  return PLACES.flatMap((place) =>
    FOCUS.flatMap((focus) => RESULT.map((result) => `${place}落地案例，主打${focus}，${result}，可直接套用。`)),
  );
}

/** Preview text of a few pages. */
export function pageTexts(): string[] {
  return DETAIL.flatMap((first) =>
    DETAIL.flatMap((second) => FOCUS.slice(0, 5).map((focus) => `${first}\n${second}\n核心亮点：${focus}\n附件：物料清单与联系人`)),
  );
}

/** 300 tags, hand-made ones first. */
export function tagNames(): string[] {
  const made = THEMES.flatMap((theme) => ['风', '主题', '美学', '色', '派'].map((end) => `${theme}${end}`));
  return [...OCCASIONS, ...THEMES, ...PLACES, ...made, ...OCCASIONS.map((occasion) => `${occasion}灵感`)].slice(0, 300);
}

/** Names as large catalogues hold them, so that beginnings and sounds have much to be looked for in: 43,200. */
export function titledWords(): string[] {
  const names = tagNames();
  return OCCASIONS.flatMap((occasion) => PLACES.slice(0, 6).flatMap((place) => names.map((name) => `${place}${name}${occasion}`)));
}
