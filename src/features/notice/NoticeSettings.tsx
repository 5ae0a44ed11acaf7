import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  NOTICE_CHANNELS,
  NOTICE_TOPICS,
  NOTICE_WAYS,
  type NoticeChannel,
  type NoticeTopic,
  type NoticeSettings as Settings,
  wayKey,
} from '#contract/notice.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { FormError } from '#ui/FormError.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { createNoticeSettings, type NoticeSettingsActions, type NoticeSettingsState } from './notice-settings.store.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const TOPICS = Object.keys(NOTICE_TOPICS) as NoticeTopic[];

/** 消息设置: which messages go which way besides the site, when, and to which address. For a signed-in reader. */
export default function NoticeSettings() {
  const [{ $state, actions }] = useState(createNoticeSettings);
  const state = useStore($state);
  useEffect(() => void actions.load(), [actions]);
  const { settings, failure } = state;
  if (failure) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!settings) return <Skeleton rows={5} row_class="h-10" label="正在加载" />;
  const channels = (Object.keys(NOTICE_CHANNELS) as NoticeChannel[]).filter((channel) =>
    channel === 'mail' ? settings.can_mail === 1 : settings.can_sms === 1,
  );
  return (
    <div className="grid gap-6 py-2">
      {settings.can_mail === 1 && <MailAddress settings={settings} state={state} actions={actions} />}
      {channels.length > 0 ? (
        <Ways settings={settings} channels={channels} busy={state.busy !== ''} actions={actions} />
      ) : (
        <p className="text-muted">本站暂时只在站内发送消息。</p>
      )}
      {channels.length > 0 && <Times settings={settings} busy={state.busy !== ''} actions={actions} />}
      <FormError>{state.errors.form}</FormError>
    </div>
  );
}

interface PartProps {
  settings: Settings;
  actions: NoticeSettingsActions;
}

function MailAddress({ settings, state, actions }: PartProps & { state: NoticeSettingsState }) {
  const { mail, code, sent, errors, busy } = state;
  return (
    <section aria-labelledby="notice-mail">
      <h2 id="notice-mail" className="mb-2 text-base font-semibold">
        接收邮箱
      </h2>
      {settings.mail !== '' && (
        <p className="mb-2 flex flex-wrap items-center gap-2">
          <span className="num">{settings.mail}</span>
          <span className="badge badge-soft">{settings.mail_confirmed === 1 ? '已确认' : '待确认'}</span>
          <Button size="sm" busy={busy === 'mail'} onClick={() => void actions.removeMail()}>
            移除
          </Button>
        </p>
      )}
      <Form className="max-w-120" onSubmit={() => (sent ? actions.confirm() : actions.sendCode())}>
        <Field
          label={settings.mail === '' ? '邮箱' : '更换邮箱'}
          type="email"
          autoComplete="email"
          maxLength={100}
          placeholder="name@example.com"
          value={mail}
          error={errors.mail}
          onValue={actions.setMail}
          after={
            <Button busy={busy === 'mail'} onClick={() => void actions.sendCode()}>
              发送验证码
            </Button>
          }
        />
        {sent && (
          <Field
            label="邮件验证码"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            error={errors.code}
            onValue={actions.setCode}
            after={
              <Button type="submit" look="primary" busy={busy === 'code'}>
                确认邮箱
              </Button>
            }
          />
        )}
      </Form>
    </section>
  );
}

function Ways({ settings, channels, busy, actions }: PartProps & { channels: NoticeChannel[]; busy: boolean }) {
  return (
    <section aria-labelledby="notice-ways">
      <h2 id="notice-ways" className="mb-2 text-base font-semibold">
        通知方式
      </h2>
      <p className="mb-2 text-muted">
        站内消息始终发送。短信只用于资金与账号安全。
        {settings.can_mail === 1 && settings.mail_confirmed === 0 && '确认接收邮箱之后，才能选择邮件。'}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full max-w-120 border-collapse">
          <thead>
            <tr>
              <th scope="col" className="py-2 text-left">
                消息
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-20 text-center">
                  {NOTICE_CHANNELS[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {TOPICS.map((topic) => (
              <tr key={topic} className="border-t border-line">
                <th scope="row" className="py-3 text-left font-normal">
                  {NOTICE_TOPICS[topic]}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="text-center">
                    {NOTICE_WAYS[topic].includes(channel) ? (
                      <input
                        type="checkbox"
                        className="checkbox checkbox-primary checkbox-sm"
                        aria-label={`${NOTICE_TOPICS[topic]}：${NOTICE_CHANNELS[channel]}`}
                        checked={settings.ways[wayKey(topic, channel)] === 1}
                        disabled={busy || (channel === 'mail' && settings.mail_confirmed === 0)}
                        onChange={(event) => void actions.change({ ways: { [wayKey(topic, channel)]: event.target.checked ? 1 : 0 } })}
                      />
                    ) : (
                      <span className="text-muted">—</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Times({ settings, busy, actions }: PartProps & { busy: boolean }) {
  const hour = (key: 'quiet_from' | 'quiet_to', label: string) => (
    <label className="flex items-center gap-2">
      {label}
      <SelectBox
        className="select num w-24"
        aria-label={`免打扰${label}几点`}
        value={settings[key]}
        disabled={busy}
        onValue={(chosen) => void actions.change({ [key]: Number(chosen) })}
        options={HOURS.map((one) => [one, `${one}:00`])}
      />
    </label>
  );
  return (
    <section aria-labelledby="notice-times" className="grid gap-3">
      <h2 id="notice-times" className="text-base font-semibold">
        免打扰与汇总
      </h2>
      <p className="flex flex-wrap items-center gap-4">
        {hour('quiet_from', '从')}
        {hour('quiet_to', '到')}
        <span className="text-muted">
          {settings.quiet_from === settings.quiet_to ? '未开启免打扰' : '这段时间的邮件与短信顺延；账号安全除外'}
        </span>
      </p>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm"
          checked={settings.ask_rating === 1}
          disabled={busy}
          onChange={(event) => void actions.change({ ask_rating: event.target.checked ? 1 : 0 })}
        />
        得到作品一天后，提醒我评价一次
      </label>
      {settings.can_mail === 1 && (
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="checkbox checkbox-primary checkbox-sm"
            checked={settings.digest === 1}
            disabled={busy || settings.mail_confirmed === 0}
            onChange={(event) => void actions.change({ digest: event.target.checked ? 1 : 0 })}
          />
          每天 9 点汇总成一封邮件
        </label>
      )}
    </section>
  );
}
