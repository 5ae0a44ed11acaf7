import { useState } from 'react';
import { ROLE_NAMES, ROLE_VERBS, ROLES, type Role, STAFF_VERBS } from '#contract/staff.ts';
import { Ask } from '#kit/console/Ask.tsx';

export interface RolesAskProps {
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
        <label key={role} className="flex items-start gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-sm mt-1"
            checked={chosen.includes(role)}
            onChange={(event) => setChosen(event.target.checked ? [...chosen, role] : chosen.filter((one) => one !== role))}
          />
          <span>
            {ROLE_NAMES[role]}
            <span className="block text-xs text-muted">
              {role === 'admin' ? '全部权限' : ROLE_VERBS[role].map((verb) => STAFF_VERBS[verb]).join('、')}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
  return <Ask countersigned title="设定角色" verb="保存" fields={fields} onClose={onClose} onDo={(reason) => onDo(chosen, reason)} />;
}
