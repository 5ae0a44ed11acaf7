export { forgetSettings, getSetting, type OwnSetting, ownSetting, suppose } from './get-setting.ts';
export {
  acceptSecrets,
  changeSetting,
  knownSecrets,
  listSettings,
  type SettingFacts,
  sameSecrets,
  setOperatorSetting,
  setSetting,
} from './set-setting.ts';
export { allSettings, defineSetting, fenSchema, findSettingByKey, registerSettings, renewalOf, type Setting } from './setting.ts';
