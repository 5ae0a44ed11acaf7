import { inName } from '#client/in-name-of.ts';
import { EMPLOYEE_RIGHTS, EMPLOYEE_STATES, type EmployeeRight } from '#contract/employee.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { EmployerRow } from '#contract/outputs/employee.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { answer, leave } from './staff-calls.ts';

interface EmployersProps {
  list: readonly EmployerRow[];
  onAct(work: () => Promise<unknown>, done: string): void;
}

interface RightDoor {
  text: string;
  href: string;
  /** What of the right's text is found there. */
  nouns: readonly string[];
}

/** Where each right leads, in the name of the enterprise. */
export const RIGHT_DOORS: Record<EmployeeRight, readonly RightDoor[]> = {
  publish: [
    { text: '企业案例', href: paths.shops.cases, nouns: ['案例'] },
    { text: '企业资源', href: '/personalCenter/myPublish?kind=resource', nouns: ['资源'] },
  ],
  recruit: [
    { text: '招聘', href: JOB_PATHS.mine, nouns: ['应聘'] },
    { text: '发布招聘', href: JOB_PATHS.add, nouns: ['职位'] },
  ],
  orders: [
    { text: '企业订单', href: '/personalCenter/myOrder?view=orders', nouns: ['订单'] },
    { text: '企业下载', href: '/personalCenter/myOrder', nouns: ['下载'] },
  ],
  money: [{ text: '企业钱包', href: '/personalCenter/myWallet', nouns: ['钱包明细'] }],
};

/** Who has no right uses what the company gives to all of its people. */
export const rightsText = (rights: readonly EmployeeRight[]): string =>
  rights.length === 0 ? '无操作权限' : rights.map((right) => EMPLOYEE_RIGHTS[right]).join('、');

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
            <p className="text-muted">权限：{rightsText(row.rights)}</p>
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
