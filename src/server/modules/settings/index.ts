export { forgetSettings, getSetting } from './get-setting.ts';
export { acceptSecrets, sameSecrets } from './same-secrets.ts';
export { setSetting } from './set-setting.ts';
export { allSettings, defineSetting, findSettingByKey, registerSettings, type Setting } from './setting.ts';
