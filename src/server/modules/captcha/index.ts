export { captchaJobs, checkCaptcha, newCaptcha } from './captcha.ts';
