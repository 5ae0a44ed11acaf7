CREATE TABLE "chat_answers" (
	"user_id" bigint NOT NULL,
	"conversation_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"seconds" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_answers_conversation_id_seq_pk" PRIMARY KEY("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "chat_blocks" (
	"user_id" bigint NOT NULL,
	"blocked_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "chat_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"why" text NOT NULL,
	"conversation_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"accused_id" bigint NOT NULL,
	"reporter_id" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_cases_why" CHECK ("chat_cases"."why" in ('report', 'contact')),
	CONSTRAINT "chat_cases_status" CHECK ("chat_cases"."status" in ('open', 'dismissed', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "chat_conversations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"low_id" bigint NOT NULL,
	"high_id" bigint NOT NULL,
	"starter_id" bigint NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"answered_at" timestamp with time zone,
	"waiting_id" bigint,
	"waiting_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_conversations_kind" CHECK ("chat_conversations"."subject_kind" in ('demand', 'request', 'item', 'job', 'shop')),
	CONSTRAINT "chat_conversations_two" CHECK ("chat_conversations"."low_id" < "chat_conversations"."high_id")
);
--> statement-breakpoint
CREATE TABLE "chat_days" (
	"user_id" bigint NOT NULL,
	"day" date NOT NULL,
	"num" integer NOT NULL,
	CONSTRAINT "chat_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "chat_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversation_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"owner_id" bigint NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_marks" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"place" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_members" (
	"conversation_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"read_seq" bigint DEFAULT 0 NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	"place" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "chat_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id"),
	CONSTRAINT "chat_members_read" CHECK ("chat_members"."read_seq" between 0 and "chat_members"."last_seq")
);
--> statement-breakpoint
CREATE TABLE "chat_messages" (
	"conversation_id" bigint NOT NULL,
	"seq" bigint NOT NULL,
	"sender_id" bigint,
	"type" text NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"client_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_messages_conversation_id_seq_pk" PRIMARY KEY("conversation_id","seq"),
	CONSTRAINT "chat_messages_type" CHECK ("chat_messages"."type" in ('text', 'picture', 'file', 'work', 'offer', 'price', 'event')),
	CONSTRAINT "chat_messages_state" CHECK ("chat_messages"."state" in ('', 'accepted', 'declined', 'withdrawn', 'recalled', 'removed'))
);
--> statement-breakpoint
CREATE INDEX "chat_answers_newest" ON "chat_answers" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "chat_cases_once" ON "chat_cases" USING btree ("conversation_id","seq","why");--> statement-breakpoint
CREATE INDEX "chat_cases_newest" ON "chat_cases" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_conversations_once" ON "chat_conversations" USING btree ("subject_kind","subject_id","low_id","high_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_files_key" ON "chat_files" USING btree ("key");--> statement-breakpoint
CREATE INDEX "chat_files_of" ON "chat_files" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "chat_members_newest" ON "chat_members" USING btree ("user_id","last_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST) WHERE "chat_members"."last_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_members_by_place" ON "chat_members" USING btree ("user_id","place");--> statement-breakpoint
CREATE INDEX "chat_members_unread" ON "chat_members" USING btree ("user_id") WHERE "chat_members"."last_seq" > "chat_members"."read_seq" and not "chat_members"."muted";--> statement-breakpoint
CREATE INDEX "chat_members_pair" ON "chat_members" USING btree ("user_id","other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_once" ON "chat_messages" USING btree ("sender_id","client_id") WHERE "chat_messages"."client_id" is not null;