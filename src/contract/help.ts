/** Headings of the help centre's menu, in order. */
export const HELP_GROUPS = {
  guide: '使用指南',
  platform: '认识策猫',
  trade: '购买与发布',
  vip: '会员',
  rules: '协议与规则',
  join: '合作',
} as const;
export type HelpGroup = keyof typeof HELP_GROUPS;
/** Texts for staff: only the console leads to them. */
export const STAFF_HELP = 'staff';
export const STAFF_MANUAL = '/about/staffManual';
