import { useSession } from '#client/use-session.ts';
import type { AssistantStanding } from '#contract/assistant.ts';

/** What the next answer costs, and who answers. */
export function Standing({ standing }: { standing: AssistantStanding | null }) {
  const session = useSession();
  if (!session) return <p className="text-xs text-muted">登录后每天都有免费次数。由 AI 生成的内容会标明，请核实后使用。</p>;
  if (!standing) return null;
  const { free_left, free_limit, coins, price_max, sandbox } = standing;
  return (
    <p className="text-xs text-muted">
      今天还可免费使用 <span className="num">{free_left}</span> / <span className="num">{free_limit}</span> 次
      {free_left === 0 && price_max > 0 && (
        <>
          ，之后每次最多 <span className="num">{price_max}</span> 猫币（余额 <span className="num">{coins}</span>）
        </>
      )}
      。{sandbox === 1 ? '现在是演示助手：提问只摘录站内公开作品，工具按模板生成' : '内容由 AI 生成'}，请核实后使用。
    </p>
  );
}

interface OwnWorksProps {
  companies: AssistantStanding['companies'];
  /** 0: all published works. */
  chosen: number;
  onChoose(id: number): void;
}

/** Whether only a company's own works are read; nothing for who may ask of none. */
export function OwnWorks({ companies, chosen, onChoose }: OwnWorksProps) {
  return companies.map(({ id, name }) => (
    <label key={id} className="flex items-center gap-2 text-xs">
      <input
        type="checkbox"
        className="checkbox checkbox-primary checkbox-sm"
        checked={chosen === id}
        onChange={({ target }) => onChoose(target.checked ? id : 0)}
      />
      只根据“{name}”已发布的作品回答
    </label>
  ));
}
