CREATE TABLE "hand_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"teacher_id" bigint NOT NULL,
	"text" text NOT NULL,
	"file_ids" bigint[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"mark" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"judged_at" timestamp with time zone,
	CONSTRAINT "hand_ins_state" CHECK ("hand_ins"."state" in ('waiting', 'again', 'passed', 'replaced')),
	CONSTRAINT "hand_ins_mark" CHECK ("hand_ins"."mark" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "lessons" DROP CONSTRAINT "lessons_type";--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "task" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "hand_ins_of_learner" ON "hand_ins" USING btree ("user_id","lesson_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "hand_ins_wait_once" ON "hand_ins" USING btree ("user_id","lesson_id") WHERE "hand_ins"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "hand_ins_of_teacher" ON "hand_ins" USING btree ("teacher_id","state","id");--> statement-breakpoint
CREATE INDEX "hand_ins_of_course" ON "hand_ins" USING btree ("teacher_id","item_id","id");--> statement-breakpoint
CREATE INDEX "hand_ins_files" ON "hand_ins" USING gin ("file_ids");--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_type" CHECK ("lessons"."type" in ('video', 'pdf', 'quiz', 'file', 'exercise'));