CREATE TABLE "search_learned_words" (
	"word" text PRIMARY KEY NOT NULL,
	"class" text DEFAULT 'word' NOT NULL,
	"n" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_learned_words_most" ON "search_learned_words" USING btree ("n" DESC NULLS LAST,"word");