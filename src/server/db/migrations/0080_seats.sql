CREATE TABLE "salon_seats" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_seats_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"kind_id" bigint NOT NULL,
	"block" text NOT NULL,
	"row" smallint NOT NULL,
	"chair" smallint NOT NULL,
	"label" text NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"hold_id" bigint,
	"ticket_id" bigint,
	CONSTRAINT "salon_seats_once" CHECK (num_nonnulls("salon_seats"."hold_id", "salon_seats"."ticket_id") + "salon_seats"."is_closed"::int <= 1)
);
--> statement-breakpoint
ALTER TABLE "salon_ticket_kinds" ADD COLUMN "seated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "salon_tickets" ADD COLUMN "seat" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "plan" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "salon_seats" ADD CONSTRAINT "salon_seats_kind_id_salon_ticket_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."salon_ticket_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_seats_place" ON "salon_seats" USING btree ("salon_id","block","row","chair");--> statement-breakpoint
CREATE INDEX "salon_seats_of_kind" ON "salon_seats" USING btree ("kind_id");--> statement-breakpoint
CREATE INDEX "salon_seats_of_hold" ON "salon_seats" USING btree ("hold_id") WHERE "salon_seats"."hold_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_seats_of_ticket" ON "salon_seats" USING btree ("ticket_id") WHERE "salon_seats"."ticket_id" is not null;