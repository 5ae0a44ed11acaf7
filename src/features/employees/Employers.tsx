import { inName } from '#client/in-name-of.ts';
import { EMPLOYEE_RIGHTS, EMPLOYEE_STATES, type EmployerRow } from '#contract/employee.ts';
import { Button } from '#ui/Button.tsx';
import { RIGHT_DOORS } from './right-doors.ts';
import { answer, leave } from './staff-calls.ts';

interface EmployersProps {
  list: readonly EmployerRow[];
  onAct(work: () => Promise<unknown>, done: string): void;
}

/** Enterprises that invited the reader, and what can be done for them. */
export function Employers({ list, onAct }: EmployersProps) {
  if (list.length === 0) return null;
  return (
    <section className="grid gap-4" aria-labelledby="employers-title">
      <h2 id="employers-title" className="text-base font-semibold">
        我任职的企业
      </h2>
      <ul className="grid grid-cols-1 gap-4">
        {list.map((row) => (
          <li key={row.id} className="panel grid gap-3 p-4 sm:p-5">
            <p className="font-semibold">
              {row.name}
              <span className="badge badge-soft ml-2">{EMPLOYEE_STATES[row.state]}</span>
            </p>
            <p className="text-muted">权限：{row.rights.map((right) => EMPLOYEE_RIGHTS[right]).join('、')}</p>
            <div className="flex flex-wrap gap-2">
              {row.state === 'invited' ? (
                <>
                  <Button look="primary" size="sm" onClick={() => onAct(() => answer(row.id, 'accept'), '已接受，可以以企业名义操作')}>
                    接受邀请
                  </Button>
                  <Button size="sm" onClick={() => onAct(() => answer(row.id, 'refuse'), '已拒绝')}>
                    拒绝
                  </Button>
                </>
              ) : (
                <>
                  {row.rights
                    .flatMap((right) => RIGHT_DOORS[right])
                    .map(({ text, href }) => (
                      <a key={text} className="btn btn-sm" href={inName(href, String(row.enterprise_id))}>
                        {text}
                      </a>
                    ))}
                  <Button size="sm" look="ghost" onClick={() => onAct(() => leave(row.id), '已离开')}>
                    离开企业
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
