CREATE TABLE "console_run_rows" (
	"run_id" bigint NOT NULL,
	"target" text NOT NULL,
	"place" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	CONSTRAINT "console_run_rows_run_id_place_pk" PRIMARY KEY("run_id","place"),
	CONSTRAINT "console_run_rows_status" CHECK ("console_run_rows"."status" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "console_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list" text NOT NULL,
	"action" text NOT NULL,
	"reason" text NOT NULL,
	"started_by" bigint NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "console_runs_status" CHECK ("console_runs"."status" in ('running', 'done'))
);
--> statement-breakpoint
CREATE TABLE "console_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "console_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"before" jsonb,
	"value" jsonb NOT NULL,
	"changed_by" bigint,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "request_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "console_run_rows" ADD CONSTRAINT "console_run_rows_run_id_console_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."console_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "console_run_rows_waiting" ON "console_run_rows" USING btree ("run_id","place") WHERE "console_run_rows"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "console_runs_of_person" ON "console_runs" USING btree ("started_by","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "console_views_name" ON "console_views" USING btree ("user_id","list","name");--> statement-breakpoint
CREATE INDEX "setting_changes_of_key" ON "setting_changes" USING btree ("key","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_by_time" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("nickname" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_blocked" ON "users" USING btree ("created_at","id") WHERE "users"."blocked";--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("created_at","id") WHERE "users"."roles" <> '{}';--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_time" ON "refunds" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transfers_of_reference" ON "ledger_transfers" USING btree ("reference","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","created_at","id");