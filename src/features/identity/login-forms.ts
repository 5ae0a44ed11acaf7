import { checkCodeDigits, checkPassword, checkPhone, plainPhone, type SmsPurpose } from '#contract/identity.ts';

/** The forms of the login box; the first two are the tabs of one page, bang binds a WeChat to a phone. */
export type FormName = 'password' | 'sms' | 'forgot' | 'register' | 'bang';
/** Pages of the box that are no form of it. */
export type PanelName = 'weChat' | 'info';
export type FieldName = 'account' | 'captcha' | 'password' | 'picture';

export interface FormValues {
  account: string;
  captcha: string;
  password: string;
  /** Letters of the picture, after too many wrong passwords. */
  picture: string;
  /** The registration agreement: ticked from the start, required (spec 5). */
  agreed: boolean;
  /** Old enough, where the site asks: never ticked from the start. */
  aged: boolean;
}

export type FormErrors = Partial<Record<FieldName | 'agreed' | 'aged' | 'form', string>>;

export const EMPTY_VALUES: FormValues = { account: '', captcha: '', password: '', picture: '', agreed: true, aged: false };
export const AGREE_TEXT = '请先阅读并同意注册协议与隐私政策';

/** What each form asks for, in the order of the screen. */
export const FIELDS: Record<FormName, readonly FieldName[]> = {
  password: ['account', 'password'],
  sms: ['account', 'captcha'],
  forgot: ['account', 'captcha', 'password'],
  register: ['account', 'captcha', 'password'],
  bang: ['account', 'captcha'],
};

/** What is asked for now: a bound phone without an account gets a password, and guessing needs a picture. */
export function fieldsOf(form: FormName, { bind_new, picture }: { bind_new: boolean; picture: boolean }): readonly FieldName[] {
  if (form === 'bang' && bind_new) return ['account', 'captcha', 'password'];
  return form === 'password' && picture ? ['account', 'password', 'picture'] : FIELDS[form];
}

/** What the form's code may be used for, and whether the phone must have a user (1) or must not (2). */
export const CODE_OF: Record<Exclude<FormName, 'password' | 'bang'>, { purpose: SmsPurpose; exist: 1 | 2 }> = {
  sms: { purpose: 'login', exist: 1 },
  forgot: { purpose: 'reset', exist: 1 },
  register: { purpose: 'register', exist: 2 },
};

/** Message of one field, or null (spec 5). */
export function checkField(field: FieldName, value: string): string | null {
  if (field === 'account') return checkPhone(value);
  if (field === 'password') return checkPassword(value);
  if (field === 'picture') return value.trim() === '' ? '请输入图中的字符' : null;
  return checkCodeDigits(value);
}

/** Whether the form makes an account. */
export const registers = (form: FormName, fields: readonly FieldName[]): boolean =>
  form === 'register' || (form === 'bang' && fields.includes('password'));

/** All messages of a form; empty when it may be sent. */
export function checkForm(form: FormName, values: FormValues, fields: readonly FieldName[] = FIELDS[form], least_age = 0): FormErrors {
  const errors: FormErrors = {};
  for (const field of fields) {
    const wrong = checkField(field, values[field]);
    if (wrong) errors[field] = wrong;
  }
  if (registers(form, fields) && !values.agreed) errors.agreed = AGREE_TEXT;
  if (registers(form, fields) && least_age > 0 && !values.aged) errors.aged = `未满 ${least_age} 周岁不能注册；已满的请勾选确认`;
  return errors;
}

/** The main button is live once every field has something in it (spec 4.2); whether it is right is said on blur and submit. */
export function isFilled(form: FormName, values: FormValues, fields: readonly FieldName[] = FIELDS[form]): boolean {
  return fields.every((field) => values[field].trim() !== '');
}

/** A code can be asked for with 11 digits and no cooldown running (spec 5). */
export function canSendCode(account: string, cooldown_s: number): boolean {
  return /^\d{11}$/.test(plainPhone(account)) && cooldown_s <= 0;
}

/** What a form may come to ask for. */
const EXTRA: Partial<Record<FormName, readonly FieldName[]>> = { password: ['picture'], bang: ['password'] };

/** The server's messages beside the fields they belong to; what belongs to none stands above the button. */
export function placeErrors(form: FormName, msg: string, fields: Record<string, string>): FormErrors {
  const errors: FormErrors = {};
  for (const [name, text] of Object.entries(fields)) {
    const field = name === 'mobile' ? 'account' : name;
    if (([...FIELDS[form], ...(EXTRA[form] ?? [])] as readonly string[]).includes(field)) errors[field as FieldName] = text;
  }
  return Object.keys(errors).length > 0 ? errors : { form: msg };
}

/** Whole seconds left, at least 0. */
export function secondsLeft(until_ms: number, now_ms: number): number {
  return Math.max(0, Math.ceil((until_ms - now_ms) / 1000));
}
