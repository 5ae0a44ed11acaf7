CREATE TABLE "backup_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sort" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"archive" text DEFAULT '' NOT NULL,
	"machine" text NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"rows_num" bigint DEFAULT 0 NOT NULL,
	"files_num" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"fault" text DEFAULT '' NOT NULL,
	"asked_by" bigint,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "backup_runs_sort" CHECK ("backup_runs"."sort" in ('backup', 'rehearsal')),
	CONSTRAINT "backup_runs_status" CHECK ("backup_runs"."status" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "process_samples" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "process_samples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"process" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"figures" jsonb NOT NULL,
	"slow" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backup_runs_by_time" ON "backup_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "backup_runs_running" ON "backup_runs" USING btree ("sort") WHERE "backup_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "process_samples_by_time" ON "process_samples" USING btree ("at");