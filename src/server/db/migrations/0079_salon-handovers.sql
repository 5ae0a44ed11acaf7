CREATE TABLE "salon_handovers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_handovers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"from_name" text NOT NULL,
	"from_phone" text NOT NULL,
	"from_id" bigint,
	"old_hash" text NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "salon_tickets" ADD COLUMN "to_id" bigint;--> statement-breakpoint
ALTER TABLE "salons" ADD COLUMN "give_h" smallint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "salon_handovers" ADD CONSTRAINT "salon_handovers_ticket_id_salon_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."salon_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_handovers_hash" ON "salon_handovers" USING btree ("old_hash");--> statement-breakpoint
CREATE INDEX "salon_handovers_of_ticket" ON "salon_handovers" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "salon_handovers_of_person" ON "salon_handovers" USING btree ("from_id","id") WHERE "salon_handovers"."from_id" is not null;--> statement-breakpoint
CREATE INDEX "salon_tickets_given" ON "salon_tickets" USING btree ("to_id","id" DESC NULLS LAST) WHERE "salon_tickets"."to_id" is not null;