import { useStore } from '@nanostores/react';
import { Camera as CameraIcon, Keyboard, WifiOff } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DOOR_RESULT_TEXT, type DoorResult, TICKET_CODE_LENGTH } from '#contract/door.ts';
import { TICKET_STATE_TEXT } from '#contract/salon.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { Camera, codeReader } from './Camera.tsx';
import type { Shown } from './door.store.ts';
import { findGuests } from './find-guests.ts';
import { keepOffline } from './keep-offline.ts';
import { openDoor } from './open-door.ts';

const LOOK: Record<'good' | 'seen' | 'bad', string> = {
  good: 'bg-success text-success-content',
  seen: 'bg-warning text-warning-content',
  bad: 'bg-error text-error-content',
};
const lookOf = (result: DoorResult) => (result === 'ok' ? 'good' : result === 'used' || result === 'not_inside' ? 'seen' : 'bad');

/** What the door says: one colour, one word, and who it is. */
export function Answer({ shown, busy, onOrder }: { shown: Shown; busy: boolean; onOrder(): void }) {
  const { answer, offline } = shown;
  const { result, direction, ticket, at, where, others } = answer;
  const word = result === 'ok' && direction === 'out' ? '已离场' : DOOR_RESULT_TEXT[result];
  return (
    <section className={classNames('grid gap-2 rounded-box p-5 text-center', LOOK[lookOf(result)])} aria-label="检票结果">
      <p role="status" aria-live="assertive" className="text-[40px] leading-tight font-bold">
        {word}
      </p>
      {ticket && (
        <p className="text-lg">
          {ticket.holder} · {ticket.kind} · <span className="num">{ticket.seq}</span> 号{ticket.seat && ` · ${ticket.seat}`}
        </p>
      )}
      {at !== null && (
        <p>
          {result === 'used' ? '入场于' : '离场于'} <span className="num">{timeText(at)}</span>
          {where && ` · ${where}`}
        </p>
      )}
      {result === 'other_salon' && where && <p>这是「{where}」的票</p>}
      {offline && <p>断网时由本机判断，联网后上传</p>}
      {others > 0 && direction === 'in' && (result === 'ok' || result === 'used') && (
        <Button className="mt-2 min-h-14 bg-base-100 text-base text-base-content" busy={busy} onClick={onOrder}>
          同一订单另外 {others} 人一起放行
        </Button>
      )}
    </section>
  );
}

/** How often the list is fetched and what waits is sent once more, ms. */
const RENEW_MS = 30_000;

/** The phone at a door of a salon, bound to its store. */
export default function DoorIsland() {
  const [{ $state, actions }] = useState(openDoor);
  const state = useStore($state);
  const { list, failure, shown, said, busy, direction, online, waiting, conflicts } = state;
  const [camera, setCamera] = useState(false);
  const [code, setCode] = useState('');
  /** What was sent and is neither a code nor a guest. */
  const [asked, setAsked] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const renew = () => void actions.load();
    renew();
    const timer = setInterval(renew, RENEW_MS);
    addEventListener('online', renew);
    return () => {
      clearInterval(timer);
      removeEventListener('online', renew);
    };
  }, [actions]);
  // loaded while there is a network: the camera is opened later, perhaps without one
  useEffect(
    () =>
      void codeReader()
        .catch(() => undefined)
        .then(keepOffline)
        .catch(() => undefined),
    [],
  );
  const result = shown?.answer.result;
  const nonce = shown?.answer.nonce;
  const tell = useEffectEvent(() => result && signal(result));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer sounds, an answer that stays does not
  useEffect(() => tell(), [nonce]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // a name that fits is let in by a press on it, once its holder was looked at
    if (guests.length > 0) first.current?.querySelector('button')?.focus();
    else if (missed) setAsked(code);
    else if (code.trim() !== '') take(code.trim());
  };
  const take = (typed: string) => {
    setCode('');
    void actions.submit(typed).then(() => input.current?.focus());
  };
  const { guests, more, missed } = findGuests(list?.tickets ?? [], code, direction);
  if (failure) return <ErrorState {...failure} {...(failure.status === 403 ? {} : { onRetry: () => void actions.load() })} />;
  if (!list) return <Skeleton rows={4} row_class="h-20" />;
  return (
    <div className="mx-auto grid max-w-lg gap-4 pb-6">
      <header className="grid gap-1">
        <h1 className="text-lg font-semibold">{list.salon.title}</h1>
        <p className="num text-muted">
          {list.gate} · {list.name} · {timeText(list.salon.starts_at)} 开始
        </p>
      </header>
      <dl className="panel grid grid-cols-3 p-3 text-center">
        {(
          [
            ['在场', list.inside],
            ['到过', list.came],
            ['有效票', list.tickets.filter(({ state: of }) => of === 'valid' || of === 'used').length],
          ] as const
        ).map(([name, n]) => (
          <div key={name} className="grid">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="num text-xl font-semibold">{n}</dd>
          </div>
        ))}
      </dl>
      {(!online || waiting > 0) && (
        <p role="status" className="flex items-center gap-2 rounded-box bg-gold-tint p-3 text-gold-ink">
          <WifiOff size={18} className="shrink-0" aria-hidden="true" />
          <span>
            {online ? '正在上传断网时的扫码' : '没有网络，由本机名单判断'}
            {waiting > 0 && `，${waiting} 条等待上传`}
          </span>
        </p>
      )}
      {shown && <Answer shown={shown} busy={busy} onOrder={() => void actions.takeOrder()} />}
      {said && (
        <p role="status" className="rounded-box bg-tint p-3">
          {said}
        </p>
      )}
      {camera && <Camera onCode={(text) => void actions.submit(text)} />}
      <form className="grid gap-2" onSubmit={send}>
        <label htmlFor="door-code" className="text-sm font-semibold">
          票码（8 位）、来宾姓名或票号
        </label>
        <div className="flex gap-2">
          <input
            id="door-code"
            ref={input}
            className="input h-14 w-full text-xl tracking-widest uppercase"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={300}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button
            look="primary"
            type="submit"
            className="h-14 min-w-24 text-base"
            busy={busy}
            icon={<Keyboard size={18} aria-hidden="true" />}
          >
            核验
          </Button>
        </div>
        {missed && asked === code && (
          <FormError className="text-error">没有这位来宾，也不是票码（8 位，数字和 A 至 F），请检查后再试</FormError>
        )}
        {guests.length > 0 && (
          <ul ref={first} className="grid gap-2" aria-label="符合的来宾">
            {guests.map(({ id, hash, holder, kind, seq, seat, state: of }) => (
              <li key={id}>
                <Button
                  className="min-h-14 w-full justify-start text-base"
                  busy={busy}
                  onClick={() => take(hash.slice(0, TICKET_CODE_LENGTH))}
                >
                  <b className="font-semibold">{holder}</b>
                  <span className="num">
                    {[`${seq} 号`, seat, kind, of !== 'valid' && TICKET_STATE_TEXT[of]].filter(Boolean).join(' · ')}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="text-xs text-muted">
          {guests.length > 0 && `找到 ${guests.length + more} 位，请先核对来宾身份，再点名字${direction === 'in' ? '放行' : '记为离场'}。`}
          {more > 0 && `还有 ${more} 位没有列出，请再输入几个字。`}
        </p>
      </form>
      <div className="grid grid-cols-2 gap-2">
        <Button
          className="h-16 text-base"
          icon={<CameraIcon size={20} aria-hidden="true" />}
          aria-pressed={camera}
          onClick={() => setCamera(!camera)}
        >
          {camera ? '关闭相机' : '打开相机扫码'}
        </Button>
        <Button
          className="h-16 text-base"
          aria-pressed={direction === 'out'}
          onClick={() => actions.choose(direction === 'in' ? 'out' : 'in')}
        >
          {direction === 'in' ? '现在：入场' : '现在：离场'}
        </Button>
      </div>
      {conflicts.length > 0 && (
        <section className="panel grid gap-2 p-4" aria-labelledby="door-conflicts">
          <h2 id="door-conflicts" className="font-semibold text-error">
            断网时放行、联网后发现有问题的票
          </h2>
          <ul className="grid gap-1">
            {conflicts.map((one) => (
              <li key={one.nonce}>
                {one.ticket ? `${one.ticket.holder} · ${one.ticket.seq} 号` : '未知的票'}：{DOOR_RESULT_TEXT[one.result]}
                {one.at !== null && (
                  <span className="num">
                    （{timeText(one.at)} {one.where}）
                  </span>
                )}
              </li>
            ))}
          </ul>
          <Button size="sm" className="justify-self-start" onClick={actions.forgetConflicts}>
            知道了
          </Button>
        </section>
      )}
      <p className="text-xs text-muted">
        请不要关闭本页：断网时仍可检票，联网后自动上传。来宾打开自己的票不会签到，只有在这里核验才算入场。
      </p>
    </div>
  );
}

let audio: AudioContext | null = null;

/** Signals a result by sound and vibration: one high tone lets in, two low ones do not. Does nothing where the browser cannot. */
function signal(result: DoorResult): void {
  const good = result === 'ok';
  navigator.vibrate?.(good ? 80 : [200, 80, 200]);
  try {
    audio ??= new AudioContext();
    for (const [at, pitch] of good
      ? [[0, 880]]
      : [
          [0, 220],
          [0.25, 220],
        ])
      tone(audio, at as number, pitch as number);
  } catch {
    // without sound colour and words say the same
  }
}

function tone(context: AudioContext, at_s: number, pitch: number): void {
  const [source, volume] = [context.createOscillator(), context.createGain()];
  source.frequency.value = pitch;
  volume.gain.value = 0.2;
  source.connect(volume).connect(context.destination);
  source.start(context.currentTime + at_s);
  source.stop(context.currentTime + at_s + 0.15);
}
