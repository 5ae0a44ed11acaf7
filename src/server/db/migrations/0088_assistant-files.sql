CREATE TABLE "assistant_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assistant_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"upload_id" bigint NOT NULL,
	"conversation_id" bigint,
	"name" text NOT NULL,
	"passages" jsonb NOT NULL,
	"cut" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_files" ADD CONSTRAINT "assistant_files_conversation_id_assistant_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."assistant_conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "assistant_files_upload" ON "assistant_files" USING btree ("user_id","upload_id");--> statement-breakpoint
CREATE INDEX "assistant_files_of" ON "assistant_files" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "assistant_files_unasked" ON "assistant_files" USING btree ("created_at") WHERE "assistant_files"."conversation_id" is null;--> statement-breakpoint
CREATE INDEX "assistant_answers_nothing" ON "assistant_answers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE looked and tool = '' and sources = '[]'::jsonb and not removed;--> statement-breakpoint
CREATE INDEX "assistant_answers_nothing_asked" ON "assistant_answers" USING btree (left("question", 40) text_pattern_ops) WHERE looked and tool = '' and sources = '[]'::jsonb and not removed;