DROP INDEX "assistant_answers_nothing";--> statement-breakpoint
DROP INDEX "assistant_answers_nothing_asked";--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "assistant_answers_weak" ON "assistant_answers" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE looked and tool = '' and not removed and (sources = '[]'::jsonb or (state = 'done' and output_tokens = 0));--> statement-breakpoint
CREATE INDEX "assistant_answers_weak_asked" ON "assistant_answers" USING btree (left("question", 40) text_pattern_ops) WHERE looked and tool = '' and not removed and (sources = '[]'::jsonb or (state = 'done' and output_tokens = 0));--> statement-breakpoint
CREATE INDEX "assistant_answers_weak_same" ON "assistant_answers" USING btree (md5("question"),"created_at","id") WHERE looked and tool = '' and not removed and (sources = '[]'::jsonb or (state = 'done' and output_tokens = 0));