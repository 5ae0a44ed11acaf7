/** Risks that the sandbox's plan is filled from, and what turns them on. */

type RiskOf = 'outside' | 'crowd' | 'children' | 'alcohol' | 'flame' | 'contest';
export const RISKS_OF: Readonly<Record<string, readonly RiskOf[]>> = {
  婚礼: ['alcohol'],
  生日派对: ['children', 'flame'],
  答谢晚宴: ['alcohol'],
  赛事: ['contest'],
};

/** `about`: a wish that says so turns on its rows, and stands in the first that fits. */
export const RISKS: ReadonlyArray<{
  only?: RiskOf;
  about?: RegExp;
  risk: string;
  chance: '低' | '中' | '高';
  effect: string;
  measure: string;
  owner: string;
}> = [
  {
    only: 'outside',
    about: /户外|露天|草坪|草地|公园|沙滩|露营|帐篷|天气|雨|[大台强]风|刮风/,
    risk: '大风与降雨',
    chance: '高',
    effect: '搭建与人员安全',
    measure: '提前 72 小时、24 小时两次看预报；六级风停止登高，备雨棚与室内方案',
    owner: '总控',
  },
  {
    only: 'outside',
    about: /高温|炎热|防暑|暴晒|防晒|低温|寒冷|保暖|[下降]雪|雪天/,
    risk: '高温或低温',
    chance: '中',
    effect: '来宾身体不适',
    measure: '设降温或取暖点，急救人员与药品到位',
    owner: '执行组',
  },
  {
    only: 'crowd',
    about: /人流|客流|拥挤|拥堵|排队|踩踏|万人|[一两二三四五六七八九]千人/,
    risk: '人流拥堵',
    chance: '高',
    effect: '踩踏风险',
    measure: '单向动线、分时放行，达到上限停止入场，公安报备',
    owner: '总控',
  },
  {
    only: 'children',
    about: /儿童|孩子|小朋友|宝宝|亲子|幼儿/,
    risk: '儿童走失或磕碰',
    chance: '中',
    effect: '儿童安全',
    measure: '有儿童到场时写好家长电话手环，出入口专人看守，尖角与插座包好',
    owner: '执行组',
  },
  {
    only: 'alcohol',
    about: /酒(?!店|精)|香槟/,
    risk: '饮酒过量与酒后驾车',
    chance: '中',
    effect: '来宾安全与责任',
    measure: '主桌不劝酒，备热茶与解酒饮品，代驾提前约好，醉酒来宾专人送到家',
    owner: '接待',
  },
  {
    only: 'flame',
    about: /明火|蜡烛|篝火|烧烤|烟花|焰火|烟火|燃放/,
    risk: '明火与易燃布置',
    chance: '低',
    effect: '烧伤与火灾',
    measure: '先问场地是否允许明火；点火由专人做，气球与布幔远离火源，灭火器放在手边',
    owner: '执行组',
  },
  {
    only: 'contest',
    about: /比赛|竞赛|参赛|赛道|选手/,
    risk: '参赛者突发疾病或受伤',
    chance: '中',
    effect: '人身安全、比赛中止',
    measure: '赛前收健康声明，医疗点与自动体外除颤器沿途布置，裁判有权叫停',
    owner: '竞赛组',
  },
  {
    only: 'contest',
    about: /成绩|裁判|申诉|计时/,
    risk: '成绩争议',
    chance: '中',
    effect: '延误颁奖、声誉',
    measure: '规程与申诉时限赛前公布，计时一主一备，成绩由裁判长签字后公布',
    owner: '裁判长',
  },
  {
    about: /用电|供电|停电|发电/,
    risk: '停电或用电过载',
    chance: '中',
    effect: '活动中断',
    measure: '舞台与照明分路供电，备发电车或 UPS，电工全程在岗',
    owner: '技术组',
  },
  {
    about: /话筒|音响|大屏|投影|直播/,
    risk: '视听设备故障',
    chance: '中',
    effect: '节目无法进行',
    measure: '播控一主一备，话筒留两支备用，准备 3 分钟主持垫场',
    owner: '技术组',
  },
  {
    about: /嘉宾|领导|贵宾|明星/,
    risk: '嘉宾迟到或缺席',
    chance: '中',
    effect: '流程顺延',
    measure: '专人对接行程，顺序可对调的环节提前标出',
    owner: '导演',
  },
  {
    about: /准时|超时|[点时]前结束/,
    risk: '时间超出',
    chance: '高',
    effect: '场地超时费、来宾流失',
    measure: '提词器倒计时，超 3 分钟由总控决定跳过的环节',
    owner: '总控',
  },
  {
    about: /餐|食|过敏|忌口|吃素|素席|清真/,
    risk: '食品安全',
    chance: '低',
    effect: '群体不适',
    measure: '供应商资质与留样 48 小时，过敏信息提前登记',
    owner: '餐饮组',
  },
  {
    about: /消防|疏散|安全出口/,
    risk: '消防与疏散',
    chance: '低',
    effect: '人身安全',
    measure: '材料阻燃，出口不上锁，开场播放疏散提示，指定引导员',
    owner: '执行组',
  },
  {
    about: /受伤|急救|医疗|救护|保险/,
    risk: '意外受伤',
    chance: '低',
    effect: '医疗与赔付',
    measure: '购买公众责任险，现场急救箱，最近医院路线上墙',
    owner: '执行组',
  },
];
