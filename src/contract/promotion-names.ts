/** Names for staff; pages of readers carry none of them. */
import type { Announcement, Audience, BannerType, GiftType } from './promotion.ts';

export const BANNER_TYPE_NAMES: Readonly<Record<BannerType, string>> = {
  9: '全站弹窗',
  12: '详情页横幅',
  20: '栏目弹窗',
  21: '注册横幅（访客）',
  22: '领取弹窗（一次）',
  23: '会员升级弹窗（一次）',
  24: '汇集页推荐',
  25: '公告',
};

export const AUDIENCE_NAMES: Readonly<Record<Audience, string>> = {
  all: '所有人',
  visitor: '未登录的访客',
  new: '注册七天内的新用户',
  member: '已登录用户',
  vip: '会员',
  publisher: '发布过作品的用户',
};

export const ANNOUNCEMENT_LEVEL_NAMES: Readonly<Record<Announcement['level'], string>> = { 0: '一般', 1: '重要', 2: '紧急' };

export const GIFT_TYPE_NAMES: Readonly<Record<GiftType, string>> = {
  1: '站内内容',
  2: '优惠券',
  3: '其他页面',
  4: '二维码（资料）',
  5: '二维码（社群）',
};
