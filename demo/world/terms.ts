/** What the stories of the demo world are about, and the activity facet each belongs to. */
export const ACTIVITY_FACET = {
  年会: '内部活动',
  发布会: '品牌营销',
  团建: '内部活动',
  婚礼: '线下活动',
  展览: '线下活动',
  市集: '线下活动',
  快闪: '品牌营销',
  开业: '线下活动',
  路演: '渠道活动',
  会议: '内部活动',
  家宴: '线下活动',
  晚会: '线下活动',
  赛事: '体育赛事',
  节庆: '线下活动',
} as const;

export type Activity = keyof typeof ACTIVITY_FACET;
