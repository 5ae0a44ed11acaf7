ALTER TABLE "items" ADD COLUMN "pay_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "interview_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "interview_slots" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "interview_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "interview_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "job_applications" ADD COLUMN "interview_reminded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "items_by_pay" ON "items" USING btree ("kind","pay_fen" DESC NULLS LAST,"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published' and "items"."pay_fen" > 0;--> statement-breakpoint
CREATE INDEX "job_applications_to_remind" ON "job_applications" USING btree ("interview_at") WHERE "job_applications"."interview_state" = 'agreed' and "job_applications"."stage" = 'interview' and not "job_applications"."interview_reminded";--> statement-breakpoint
ALTER TABLE "job_applications" ADD CONSTRAINT "job_applications_interview" CHECK ("job_applications"."interview_state" in ('none', 'proposed', 'agreed', 'asked', 'declined', 'cancelled'));--> statement-breakpoint
-- jobs said a band of pay: now they say both ends, and the band follows
with bands(name, low, high) as (values ('3000–5000 元', '3000', '5000'), ('5000–8000 元', '5000', '8000'), ('8000–12000 元', '8000', '12000'),
  ('12000–20000 元', '12000', '20000'), ('20000–35000 元', '20000', '35000'), ('35000 元以上', '35000', '')),
said as (select i.id, b.low, b.high from items i join terms t on t.id = any(i.term_ids) and t.kind = 13 and t.facet = 'pay'
  join bands b on b.name = t.name where i.kind = 13),
texts as (update item_details d set fields = d.fields || jsonb_build_object('pay_min', s.low, 'pay_max', s.high) from said s where d.item_id = s.id)
update items i set pay_fen = s.low::bigint * 1200 from said s where i.id = s.id;
--> statement-breakpoint
UPDATE "job_applications" SET "interview_state" = 'agreed' WHERE "interview_at" IS NOT NULL AND "stage" <> 'withdrawn';
