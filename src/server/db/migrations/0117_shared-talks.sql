CREATE TABLE "assistant_shared" (
	"conversation_id" bigint PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"turns" jsonb NOT NULL,
	"shared_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_links" DROP CONSTRAINT "client_links_one";--> statement-breakpoint
ALTER TABLE "client_links" ALTER COLUMN "ends_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_conversations" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "client_links" ADD COLUMN "conversation_id" bigint;--> statement-breakpoint
ALTER TABLE "assistant_shared" ADD CONSTRAINT "assistant_shared_conversation_id_assistant_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."assistant_conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assistant_shared_of_user" ON "assistant_shared" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "assistant_conversations_pinned" ON "assistant_conversations" USING btree ("user_id") WHERE "assistant_conversations"."pinned_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "client_links_talk" ON "client_links" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "client_links" ADD CONSTRAINT "client_links_end" CHECK ("client_links"."ends_at" is not null or "client_links"."conversation_id" is not null);--> statement-breakpoint
ALTER TABLE "client_links" ADD CONSTRAINT "client_links_one" CHECK (num_nonnulls("client_links"."item_id", "client_links"."paper_id", "client_links"."conversation_id") = 1);