/** People who act for an enterprise (/personalCenter/myStaff). Times are unix seconds. */

/** What an enterprise may let somebody do in its name. */
export const EMPLOYEE_RIGHTS = { publish: '发布作品', recruit: '招聘', orders: '查看订单', money: '查看钱包' } as const;
export type EmployeeRight = keyof typeof EMPLOYEE_RIGHTS;
export const EMPLOYEE_RIGHT_KEYS = Object.keys(EMPLOYEE_RIGHTS) as [EmployeeRight, ...EmployeeRight[]];

export const EMPLOYEE_RIGHT_TEXTS: Record<EmployeeRight, string> = {
  publish: '以企业名义发布和管理案例、资源',
  recruit: '发布职位、查看和处理应聘',
  orders: '查看企业的订单与下载，不能付款和退款',
  money: '查看企业的钱包明细，不能充值和提现',
};

export const EMPLOYEE_STATES = { invited: '等待接受', active: '在职', refused: '已拒绝', left: '已离开', removed: '已移除' } as const;
export type EmployeeState = keyof typeof EMPLOYEE_STATES;

export const EMPLOYEES_MAX = 200;
