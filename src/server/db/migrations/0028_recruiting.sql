CREATE TABLE "employee_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "employee_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enterprise_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"act" text NOT NULL,
	"target_id" bigint,
	"request_id" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "employees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enterprise_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"rights" text[] NOT NULL,
	"state" text NOT NULL,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "employees_state" CHECK ("employees"."state" in ('invited', 'active', 'refused', 'left', 'removed')),
	CONSTRAINT "employees_not_oneself" CHECK ("employees"."enterprise_id" <> "employees"."user_id")
);
--> statement-breakpoint
CREATE TABLE "job_application_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_application_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"from_stage" text,
	"to_stage" text NOT NULL,
	"by_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_application_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_application_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"application_id" bigint NOT NULL,
	"by_id" bigint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_applications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" bigint NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"resume_id" bigint NOT NULL,
	"title" text NOT NULL,
	"parts" jsonb NOT NULL,
	"contact" jsonb,
	"pdf_key" text DEFAULT '' NOT NULL,
	"pdf_name" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"stage" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"interview_at" timestamp with time zone,
	"interview_place" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_applications_stage" CHECK ("job_applications"."stage" in ('sent', 'seen', 'interview', 'offer', 'hired', 'declined', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "job_refreshes" (
	"item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_refreshes_item_id_day_pk" PRIMARY KEY("item_id","day")
);
--> statement-breakpoint
CREATE TABLE "resume_views" (
	"resume_id" bigint NOT NULL,
	"enterprise_id" bigint NOT NULL,
	"day" date NOT NULL,
	"times" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resume_views_resume_id_enterprise_id_day_pk" PRIMARY KEY("resume_id","enterprise_id","day")
);
--> statement-breakpoint
CREATE TABLE "resumes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "resumes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"parts" jsonb NOT NULL,
	"contact" jsonb NOT NULL,
	"visibility" text DEFAULT 'applied' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"pdf_key" text DEFAULT '' NOT NULL,
	"pdf_name" text DEFAULT '' NOT NULL,
	"pdf_size_bytes" bigint DEFAULT 0 NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resumes_visibility" CHECK ("resumes"."visibility" in ('nobody', 'applied', 'all'))
);
--> statement-breakpoint
CREATE INDEX "employee_acts_of_enterprise" ON "employee_acts" USING btree ("enterprise_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "employee_acts_of_user" ON "employee_acts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employees_once" ON "employees" USING btree ("enterprise_id","user_id") WHERE "employees"."state" in ('invited', 'active');--> statement-breakpoint
CREATE INDEX "employees_of_enterprise" ON "employees" USING btree ("enterprise_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "employees_of_user" ON "employees" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_application_moves_of" ON "job_application_moves" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "job_application_notes_of" ON "job_application_notes" USING btree ("application_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "job_applications_once" ON "job_applications" USING btree ("item_id","user_id");--> statement-breakpoint
CREATE INDEX "job_applications_of_job" ON "job_applications" USING btree ("item_id","stage","id");--> statement-breakpoint
CREATE INDEX "job_applications_of_user" ON "job_applications" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "job_applications_of_enterprise" ON "job_applications" USING btree ("enterprise_id","stage","id");--> statement-breakpoint
CREATE INDEX "job_applications_pdf" ON "job_applications" USING btree ("pdf_key") WHERE "job_applications"."pdf_key" <> '';--> statement-breakpoint
CREATE INDEX "resume_views_newest" ON "resume_views" USING btree ("resume_id","last_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resumes_of_user" ON "resumes" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "resumes_one_default" ON "resumes" USING btree ("user_id") WHERE "resumes"."is_default";--> statement-breakpoint
CREATE INDEX "resumes_for_all" ON "resumes" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "resumes"."visibility" = 'all';--> statement-breakpoint
CREATE INDEX "item_details_deadline" ON "item_details" USING btree (("fields" ->> 'deadline')) WHERE "item_details"."fields" ->> 'deadline' <> '';--> statement-breakpoint
CREATE INDEX "items_jobs" ON "items" USING btree ("id") WHERE "items"."kind" = 13;