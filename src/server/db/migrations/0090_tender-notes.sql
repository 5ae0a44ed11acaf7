CREATE TABLE "tender_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tender_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"demand_id" bigint NOT NULL,
	"asker_id" bigint,
	"question" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"no" smallint,
	"hash" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "tender_notes_state" CHECK ("tender_notes"."state" in ('waiting', 'published', 'declined')),
	CONSTRAINT "tender_notes_published" CHECK (("tender_notes"."state" = 'published') = ("tender_notes"."no" is not null and "tender_notes"."published_at" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "tender_notes_no" ON "tender_notes" USING btree ("demand_id","no");--> statement-breakpoint
CREATE INDEX "tender_notes_of_tender" ON "tender_notes" USING btree ("demand_id","id");--> statement-breakpoint
CREATE INDEX "tender_notes_of_asker" ON "tender_notes" USING btree ("asker_id","id") WHERE "tender_notes"."asker_id" is not null;