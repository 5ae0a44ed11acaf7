ALTER TABLE "assistant_answers" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "sought" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD CONSTRAINT "assistant_answers_parent_id_assistant_answers_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."assistant_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- conversations of before were one line
UPDATE "assistant_answers" a SET "parent_id" = b.before
FROM (SELECT id, lag(id) OVER (PARTITION BY conversation_id ORDER BY id) AS before FROM "assistant_answers" WHERE tool = '') b
WHERE a.id = b.id AND b.before IS NOT NULL;
