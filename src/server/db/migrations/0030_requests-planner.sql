CREATE TABLE "planner_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "planner_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"all_day" boolean DEFAULT false NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"done_at" timestamp with time zone,
	"reminded" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "planner_entries_reminded" CHECK ("planner_entries"."reminded" between 0 and 2)
);
--> statement-breakpoint
CREATE TABLE "planner_feeds" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_answers" (
	"request_id" bigint NOT NULL,
	"planner_id" bigint NOT NULL,
	"conversation_id" bigint NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"day" date NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_answers_request_id_planner_id_pk" PRIMARY KEY("request_id","planner_id"),
	CONSTRAINT "request_answers_state" CHECK ("request_answers"."state" in ('talking', 'settled', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "request_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "request_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_id" bigint NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"by" bigint,
	"why" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_reports" (
	"request_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_reports_request_id_user_id_pk" PRIMARY KEY("request_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"asker_id" bigint NOT NULL,
	"title" text NOT NULL,
	"detail" text NOT NULL,
	"field" text NOT NULL,
	"budget_fen" bigint,
	"event_day" date,
	"province" smallint,
	"city" smallint,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"words" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"planners_max" integer NOT NULL,
	"planners_num" integer DEFAULT 0 NOT NULL,
	"settled_with" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	"closes_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "requests_state" CHECK ("requests"."state" in ('review', 'open', 'talking', 'settled', 'closed', 'expired')),
	CONSTRAINT "requests_ended" CHECK (("requests"."state" in ('settled', 'closed', 'expired')) = ("requests"."ended_at" is not null)),
	CONSTRAINT "requests_settled" CHECK (("requests"."state" = 'settled') = ("requests"."settled_with" is not null)),
	CONSTRAINT "requests_planners" CHECK ("requests"."planners_num" between 0 and "requests"."planners_max"),
	CONSTRAINT "requests_budget" CHECK ("requests"."budget_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "request_answers" ADD CONSTRAINT "request_answers_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_history" ADD CONSTRAINT "request_history_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_reports" ADD CONSTRAINT "request_reports_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "planner_entries_of_user" ON "planner_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "planner_entries_to_remind" ON "planner_entries" USING btree ("at") WHERE "planner_entries"."done_at" is null and "planner_entries"."reminded" < 2;--> statement-breakpoint
CREATE INDEX "request_answers_of_planner" ON "request_answers" USING btree ("planner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "request_answers_of_day" ON "request_answers" USING btree ("planner_id","day");--> statement-breakpoint
CREATE INDEX "request_history_of" ON "request_history" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "requests_key" ON "requests" USING btree ("asker_id","key");--> statement-breakpoint
CREATE INDEX "requests_of_asker" ON "requests" USING btree ("asker_id","id");--> statement-breakpoint
CREATE INDEX "requests_newest" ON "requests" USING btree ("published_at","id") WHERE "requests"."state" in ('open', 'talking');--> statement-breakpoint
CREATE INDEX "requests_newest_of_field" ON "requests" USING btree ("field","published_at","id") WHERE "requests"."state" in ('open', 'talking');--> statement-breakpoint
CREATE INDEX "requests_ending" ON "requests" USING btree ("closes_at","id") WHERE "requests"."state" in ('open', 'talking');--> statement-breakpoint
CREATE INDEX "requests_words" ON "requests" USING gin ("words") WHERE "requests"."state" in ('open', 'talking');