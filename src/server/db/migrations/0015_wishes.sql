CREATE TABLE "search_wishes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_wishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"keyword" text NOT NULL,
	"content" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answered_by" bigint,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_wishes_user" ON "search_wishes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "search_wishes_open" ON "search_wishes" USING btree ("id") WHERE "search_wishes"."state" = 'open';