import { useState } from 'react';
import { ROLE_NAMES, ROLE_VERBS, ROLES, type Role, STAFF_VERBS, type StaffVerb } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';
import { Facts } from '#kit/console/Panel.tsx';

/** What rights are about, by what their names begin with; a test finds those that stand nowhere. */
const GROUPS: ReadonlyArray<readonly [title: string, of: readonly string[]]> = [
  ['日常', ['today', 'list', 'review']],
  ['内容', ['work', 'comment', 'topic', 'term', 'request', 'demand', 'deal', 'salon', 'job', 'teacher', 'shop']],
  ['订单与财务', ['order', 'claim', 'transfer', 'invoice', 'bill', 'month', 'tax']],
  ['用户与会员', ['user', 'vip', 'invite', 'points']],
  ['营销与商城', ['coupon', 'campaign', 'prize', 'mall', 'banner', 'picture']],
  ['搜索与助手', ['search', 'wish', 'assistant']],
  ['站点', ['settings', 'jobs', 'health', 'system', 'visit', 'audit']],
];

/** Rights under what they are about. */
export const rightsInGroups = (verbs: readonly StaffVerb[]): Array<readonly [title: string, rights: string]> =>
  GROUPS.flatMap(([title, of]) => {
    const mine = verbs.filter((verb) => of.includes(verb.split('.')[0] ?? ''));
    return mine.length > 0 ? [[title, mine.map((verb) => STAFF_VERBS[verb]).join('、')] as const] : [];
  });

interface RolesAskProps {
  roles: readonly Role[];
  onClose(): void;
  onDo(roles: readonly Role[], reason: string): Promise<string | null>;
}

/** Which roles somebody has; each says what it may do. */
export function RolesAsk({ roles, onClose, onDo }: RolesAskProps) {
  const [chosen, setChosen] = useState(roles);
  const fields = (
    <fieldset className="mb-3 grid gap-2">
      <legend className="mb-1 text-sm font-semibold">角色</legend>
      {ROLES.map((role) => (
        <div key={role} className="rounded-box border border-line px-3">
          <label className="flex min-h-10 items-center gap-2">
            <input
              type="checkbox"
              className="checkbox checkbox-sm"
              checked={chosen.includes(role)}
              onChange={(event) => setChosen(event.target.checked ? [...chosen, role] : chosen.filter((one) => one !== role))}
            />
            {ROLE_NAMES[role]}
            {role === 'admin' && <span className="text-xs text-muted">全部权限</span>}
          </label>
          {role !== 'admin' && (
            <details className="pb-2 text-xs text-muted">
              <summary className="min-h-6 cursor-pointer">{ROLE_VERBS[role].length} 项权限</summary>
              <Facts facts={rightsInGroups(ROLE_VERBS[role])} />
            </details>
          )}
        </div>
      ))}
    </fieldset>
  );
  return (
    <Ask
      title="设定角色"
      verb="保存"
      about="新增的角色须由另一位管理员确认后生效；只收回角色，立即生效。"
      fields={fields}
      onClose={onClose}
      onDo={(reason) => onDo(chosen, reason)}
    />
  );
}
