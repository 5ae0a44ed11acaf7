ALTER TABLE "lessons" ADD COLUMN "low_file_id" bigint;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "mid_file_id" bigint;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "narrowed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "narrow_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "lessons_of_low" ON "lessons" USING btree ("low_file_id") WHERE "lessons"."low_file_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_of_mid" ON "lessons" USING btree ("mid_file_id") WHERE "lessons"."mid_file_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_to_narrow" ON "lessons" USING btree ("id") WHERE "lessons"."type" = 'video' and "lessons"."state" = 'ready' and "lessons"."narrowed_at" is null;