CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL,
	"pinyin" text NOT NULL,
	"initials" text NOT NULL,
	"shorter" text[] DEFAULT '{}' NOT NULL,
	"n" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "learned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "search_words_by_word" ON "search_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_by_pinyin" ON "search_words" USING btree ("pinyin" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_by_initials" ON "search_words" USING btree ("initials" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "search_words_by_shorter" ON "search_words" USING gin ("shorter");--> statement-breakpoint
-- what is published already gets its printed words and its vocabulary: the index is written anew, one event an item
INSERT INTO "outbox" ("topic", "payload") SELECT 'item.changed', jsonb_build_object('item_id', "id", 'what', 'texts', 'codes', '[]'::jsonb) FROM "items" WHERE "status" = 'published' ORDER BY "id";
