ALTER TABLE "course_answers" ADD COLUMN "at_s" integer;--> statement-breakpoint
ALTER TABLE "course_questions" ADD COLUMN "at_s" integer;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "ticked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lesson_progress" ADD COLUMN "stale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "film_at" timestamp with time zone;