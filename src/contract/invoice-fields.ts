import { z } from 'zod';
import { textField } from './input-fields.ts';

/** Who an invoice is for, of a request and of its correction. */
export const wishFields = {
  holder: z.enum(['personal', 'company'], { error: '抬头类型无效' }),
  title: textField('抬头', 100, 1),
  tax_no: textField('税号', 40).default(''),
  mail: textField('邮箱', 100, 1),
};
