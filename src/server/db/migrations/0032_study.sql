CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"no" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"teacher" text NOT NULL,
	"lesson_num" integer NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"question_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"text" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_chapters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_chapters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_counts" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"lesson_num" integer DEFAULT 0 NOT NULL,
	"free_num" integer DEFAULT 0 NOT NULL,
	"duration_s" bigint DEFAULT 0 NOT NULL,
	"learner_num" bigint DEFAULT 0 NOT NULL,
	"review_num" bigint DEFAULT 0 NOT NULL,
	"star_sum" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_questions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"lesson_id" bigint,
	"user_id" bigint NOT NULL,
	"teacher_id" bigint NOT NULL,
	"text" text NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_reviews_stars" CHECK ("course_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "film_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "film_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint,
	"lesson_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"scope" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "film_links_scope" CHECK ("film_links"."scope" in ('film', 'trial', 'file'))
);
--> statement-breakpoint
CREATE TABLE "lesson_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lesson_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"at_s" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_progress" (
	"user_id" bigint NOT NULL,
	"lesson_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"watched" "int4multirange" DEFAULT '{}' NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"position_s" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lesson_progress_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id"),
	CONSTRAINT "lesson_progress_seconds" CHECK ("lesson_progress"."seconds" >= 0 and "lesson_progress"."position_s" >= 0)
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lessons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"chapter_id" bigint,
	"position" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"file_id" bigint,
	"trial_file_id" bigint,
	"duration_s" integer DEFAULT 0 NOT NULL,
	"free" boolean DEFAULT false NOT NULL,
	"chapters_vtt" text DEFAULT '' NOT NULL,
	"captions_vtt" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"refusal" text DEFAULT '' NOT NULL,
	"shown" boolean DEFAULT true NOT NULL,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lessons_type" CHECK ("lessons"."type" in ('video', 'pdf', 'quiz', 'file')),
	CONSTRAINT "lessons_state" CHECK ("lessons"."state" in ('draft', 'processing', 'ready', 'refused')),
	CONSTRAINT "lessons_duration" CHECK ("lessons"."duration_s" >= 0)
);
--> statement-breakpoint
CREATE TABLE "playing_devices" (
	"user_id" bigint NOT NULL,
	"device" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"lesson_id" bigint NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended" boolean DEFAULT false NOT NULL,
	CONSTRAINT "playing_devices_user_id_device_pk" PRIMARY KEY("user_id","device")
);
--> statement-breakpoint
CREATE TABLE "quiz_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lesson_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"answers" jsonb NOT NULL,
	"right_num" integer NOT NULL,
	"total" integer NOT NULL,
	"passed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quizzes" (
	"lesson_id" bigint PRIMARY KEY NOT NULL,
	"quiz" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "teachers" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"name" text NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"field" text DEFAULT '' NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"sample_link" text DEFAULT '' NOT NULL,
	"sample_file_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "teachers_state" CHECK ("teachers"."state" in ('waiting', 'returned', 'accepted', 'withdrawn'))
);
--> statement-breakpoint
ALTER TABLE "course_answers" ADD CONSTRAINT "course_answers_question_id_course_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."course_questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("user_id","item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_no" ON "certificates" USING btree ("no");--> statement-breakpoint
CREATE INDEX "course_answers_of_question" ON "course_answers" USING btree ("question_id","id");--> statement-breakpoint
CREATE INDEX "course_answers_of_user" ON "course_answers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "course_chapters_of_item" ON "course_chapters" USING btree ("item_id","position","id");--> statement-breakpoint
CREATE INDEX "course_questions_newest" ON "course_questions" USING btree ("item_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "course_questions_waiting" ON "course_questions" USING btree ("teacher_id","id") WHERE "course_questions"."answered_at" is null and not "course_questions"."hidden";--> statement-breakpoint
CREATE INDEX "course_questions_of_user" ON "course_questions" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "course_reviews_once" ON "course_reviews" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "course_reviews_newest" ON "course_reviews" USING btree ("item_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "course_reviews_of_user" ON "course_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "film_links_of_user" ON "film_links" USING btree ("user_id","item_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "film_links_of_lesson" ON "film_links" USING btree ("lesson_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "film_links_expiring" ON "film_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "lesson_notes_of_lesson" ON "lesson_notes" USING btree ("user_id","lesson_id","at_s","id");--> statement-breakpoint
CREATE INDEX "lesson_notes_of_user" ON "lesson_notes" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lesson_progress_of_item" ON "lesson_progress" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_of_lesson" ON "lesson_progress" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "lesson_progress_newest" ON "lesson_progress" USING btree ("user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "lessons_of_item" ON "lessons" USING btree ("item_id","position","id");--> statement-breakpoint
CREATE INDEX "lessons_of_chapter" ON "lessons" USING btree ("chapter_id") WHERE "lessons"."chapter_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_of_file" ON "lessons" USING btree ("file_id") WHERE "lessons"."file_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_of_trial" ON "lessons" USING btree ("trial_file_id") WHERE "lessons"."trial_file_id" is not null;--> statement-breakpoint
CREATE INDEX "lessons_processing" ON "lessons" USING btree ("id") WHERE "lessons"."state" = 'processing';--> statement-breakpoint
CREATE INDEX "lessons_free_films" ON "lessons" USING btree ("id" DESC NULLS LAST) WHERE "lessons"."free" and "lessons"."type" = 'video' and "lessons"."state" = 'ready' and "lessons"."shown";--> statement-breakpoint
CREATE INDEX "playing_devices_silent" ON "playing_devices" USING btree ("beat_at");--> statement-breakpoint
CREATE INDEX "quiz_answers_of_learner" ON "quiz_answers" USING btree ("user_id","lesson_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "quiz_answers_of_lesson" ON "quiz_answers" USING btree ("lesson_id","id");--> statement-breakpoint
CREATE INDEX "teachers_by_state" ON "teachers" USING btree ("state","user_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "teachers_of_sample" ON "teachers" USING btree ("sample_file_id") WHERE "teachers"."sample_file_id" is not null;