CREATE TABLE "assistant_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"key" text NOT NULL,
	"tool" text DEFAULT '' NOT NULL,
	"question" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"edited" text,
	"result" jsonb,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"looked" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"prompt_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"paid_by" text NOT NULL,
	"day" date NOT NULL,
	"coins_max" bigint DEFAULT 0 NOT NULL,
	"coins" bigint DEFAULT 0 NOT NULL,
	"cost_microfen" bigint DEFAULT 0 NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	"vote" smallint DEFAULT 0 NOT NULL,
	"vote_note" text DEFAULT '' NOT NULL,
	"voted_at" timestamp with time zone,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"removed" boolean DEFAULT false NOT NULL,
	"max_tokens" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"beat_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "assistant_answers_state" CHECK ("assistant_answers"."state" in ('waiting', 'running', 'done', 'stopped', 'cut', 'failed', 'refused')),
	CONSTRAINT "assistant_answers_paid_by" CHECK ("assistant_answers"."paid_by" in ('free', 'coin')),
	CONSTRAINT "assistant_answers_vote" CHECK ("assistant_answers"."vote" between -1 and 1),
	CONSTRAINT "assistant_answers_coins" CHECK ("assistant_answers"."coins" between 0 and "assistant_answers"."coins_max"),
	CONSTRAINT "assistant_answers_cost" CHECK ("assistant_answers"."cost_microfen" >= 0 and "assistant_answers"."prompt_tokens" >= 0 and "assistant_answers"."output_tokens" >= 0),
	CONSTRAINT "assistant_answers_nothing_for_nothing" CHECK ("assistant_answers"."state" in ('done', 'stopped') or "assistant_answers"."coins" = 0)
);
--> statement-breakpoint
CREATE TABLE "assistant_conversations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"title" text NOT NULL,
	"tool" text DEFAULT '' NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD CONSTRAINT "assistant_answers_conversation_id_assistant_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."assistant_conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_answers_key" ON "assistant_answers" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "assistant_answers_of" ON "assistant_answers" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "assistant_answers_of_day" ON "assistant_answers" USING btree ("user_id","day");--> statement-breakpoint
CREATE INDEX "assistant_answers_open" ON "assistant_answers" USING btree ("user_id","id") WHERE "assistant_answers"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "assistant_answers_by_day" ON "assistant_answers" USING btree ("day");--> statement-breakpoint
CREATE INDEX "assistant_answers_voted" ON "assistant_answers" USING btree ("voted_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "assistant_answers"."vote" <> 0;--> statement-breakpoint
CREATE INDEX "assistant_conversations_newest" ON "assistant_conversations" USING btree ("user_id","last_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "assistant_conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "assistant_conversations_deleted" ON "assistant_conversations" USING btree ("deleted_at") WHERE "assistant_conversations"."deleted_at" is not null and "assistant_conversations"."title" <> '';