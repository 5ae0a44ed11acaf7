CREATE TABLE "salon_checkins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_checkins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"ticket_id" bigint,
	"nonce" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_staff" bigint,
	"by_user_id" bigint,
	"gate" text DEFAULT '' NOT NULL,
	"direction" text DEFAULT 'in' NOT NULL,
	"offline" boolean DEFAULT false NOT NULL,
	"result" text NOT NULL,
	CONSTRAINT "salon_checkins_direction" CHECK ("salon_checkins"."direction" in ('in', 'out'))
);
--> statement-breakpoint
CREATE TABLE "salon_choices" (
	"salon_id" bigint NOT NULL,
	"buyer_id" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"holders" jsonb NOT NULL,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salon_choices_salon_id_buyer_id_pk" PRIMARY KEY("salon_id","buyer_id")
);
--> statement-breakpoint
CREATE TABLE "salon_holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_holds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"kind_id" bigint NOT NULL,
	"buyer_id" bigint NOT NULL,
	"order_id" bigint,
	"waiting_id" bigint,
	"count" integer NOT NULL,
	"holders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salon_holds_count" CHECK ("salon_holds"."count" > 0),
	CONSTRAINT "salon_holds_state" CHECK ("salon_holds"."state" in ('held', 'moving', 'sold', 'released'))
);
--> statement-breakpoint
CREATE TABLE "salon_recaps" (
	"salon_id" bigint PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"pictures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"film" bigint,
	"attended" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"published_at" timestamp with time zone,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salon_recaps_state" CHECK ("salon_recaps"."state" in ('draft', 'published')),
	CONSTRAINT "salon_recaps_attended" CHECK ("salon_recaps"."attended" >= 0)
);
--> statement-breakpoint
CREATE TABLE "salon_staff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"gate" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salon_ticket_kinds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_ticket_kinds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"price_fen" bigint NOT NULL,
	"early_price_fen" bigint,
	"early_until" timestamp with time zone,
	"member_price_fen" bigint,
	"capacity" integer NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"sale_from" timestamp with time zone,
	"sale_until" timestamp with time zone,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	CONSTRAINT "salon_ticket_kinds_seats" CHECK ("salon_ticket_kinds"."sold" >= 0 and "salon_ticket_kinds"."held" >= 0 and "salon_ticket_kinds"."capacity" >= 0 and "salon_ticket_kinds"."sold" + "salon_ticket_kinds"."held" <= "salon_ticket_kinds"."capacity"),
	CONSTRAINT "salon_ticket_kinds_prices" CHECK ("salon_ticket_kinds"."price_fen" >= 0 and coalesce("salon_ticket_kinds"."early_price_fen", 0) between 0 and "salon_ticket_kinds"."price_fen" and coalesce("salon_ticket_kinds"."member_price_fen", 0) between 0 and "salon_ticket_kinds"."price_fen" and ("salon_ticket_kinds"."early_price_fen" is null) = ("salon_ticket_kinds"."early_until" is null))
);
--> statement-breakpoint
CREATE TABLE "salon_tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"kind_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"orderid" text NOT NULL,
	"buyer_id" bigint NOT NULL,
	"holder_name" text NOT NULL,
	"holder_phone" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paid_fen" bigint NOT NULL,
	"refunded_fen" bigint DEFAULT 0 NOT NULL,
	"secret" text NOT NULL,
	"state" text DEFAULT 'valid' NOT NULL,
	"seq" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "salon_tickets_state" CHECK ("salon_tickets"."state" in ('valid', 'used', 'refunded', 'revoked')),
	CONSTRAINT "salon_tickets_paid" CHECK ("salon_tickets"."paid_fen" >= 0 and "salon_tickets"."refunded_fen" between 0 and "salon_tickets"."paid_fen")
);
--> statement-breakpoint
CREATE TABLE "salon_waiting" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salon_waiting_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"salon_id" bigint NOT NULL,
	"kind_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"count" integer NOT NULL,
	"holders" jsonb NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"offer_order_id" bigint,
	"offer_until" timestamp with time zone,
	CONSTRAINT "salon_waiting_count" CHECK ("salon_waiting"."count" > 0),
	CONSTRAINT "salon_waiting_state" CHECK ("salon_waiting"."state" in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'left'))
);
--> statement-breakpoint
CREATE TABLE "salons" (
	"item_id" bigint PRIMARY KEY NOT NULL,
	"owner_id" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"city" text DEFAULT '' NOT NULL,
	"venue" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"organiser" text DEFAULT '' NOT NULL,
	"agenda" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"guests" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"form" jsonb NOT NULL,
	"submitted" jsonb,
	"draft_key" text NOT NULL,
	"reject_reason" text DEFAULT '' NOT NULL,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone,
	"ticket_seq" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "salons_state" CHECK ("salons"."state" in ('draft', 'review', 'open', 'over', 'cancelled')),
	CONSTRAINT "salons_time" CHECK ("salons"."ends_at" > "salons"."starts_at"),
	CONSTRAINT "salons_place" CHECK (("salons"."lat" is null) = ("salons"."lng" is null) and coalesce("salons"."lat", 0) between -90 and 90 and coalesce("salons"."lng", 0) between -180 and 180),
	CONSTRAINT "salons_open" CHECK ("salons"."state" not in ('open', 'over') or ("salons"."starts_at" is not null and "salons"."ends_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "salon_checkins" ADD CONSTRAINT "salon_checkins_ticket_id_salon_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."salon_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_checkins" ADD CONSTRAINT "salon_checkins_by_staff_salon_staff_id_fk" FOREIGN KEY ("by_staff") REFERENCES "public"."salon_staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_choices" ADD CONSTRAINT "salon_choices_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_holds" ADD CONSTRAINT "salon_holds_kind_id_salon_ticket_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."salon_ticket_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_recaps" ADD CONSTRAINT "salon_recaps_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_staff" ADD CONSTRAINT "salon_staff_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_ticket_kinds" ADD CONSTRAINT "salon_ticket_kinds_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_tickets" ADD CONSTRAINT "salon_tickets_salon_id_salons_item_id_fk" FOREIGN KEY ("salon_id") REFERENCES "public"."salons"("item_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_tickets" ADD CONSTRAINT "salon_tickets_kind_id_salon_ticket_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."salon_ticket_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salon_waiting" ADD CONSTRAINT "salon_waiting_kind_id_salon_ticket_kinds_id_fk" FOREIGN KEY ("kind_id") REFERENCES "public"."salon_ticket_kinds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "salon_checkins_nonce" ON "salon_checkins" USING btree ("salon_id","nonce");--> statement-breakpoint
CREATE INDEX "salon_checkins_of_ticket" ON "salon_checkins" USING btree ("ticket_id","at");--> statement-breakpoint
CREATE INDEX "salon_checkins_of_salon" ON "salon_checkins" USING btree ("salon_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "salon_holds_of_order" ON "salon_holds" USING btree ("order_id","kind_id") WHERE "salon_holds"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "salon_holds_of_kind" ON "salon_holds" USING btree ("kind_id") WHERE "salon_holds"."state" in ('held', 'moving');--> statement-breakpoint
CREATE INDEX "salon_holds_of_buyer" ON "salon_holds" USING btree ("buyer_id","salon_id") WHERE "salon_holds"."state" in ('held', 'moving');--> statement-breakpoint
CREATE INDEX "salon_recaps_published" ON "salon_recaps" USING btree ("published_at" DESC NULLS LAST,"salon_id" DESC NULLS LAST) WHERE "salon_recaps"."state" = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX "salon_staff_token" ON "salon_staff" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "salon_staff_of_salon" ON "salon_staff" USING btree ("salon_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "salon_ticket_kinds_key" ON "salon_ticket_kinds" USING btree ("salon_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "salon_tickets_secret" ON "salon_tickets" USING btree ("secret");--> statement-breakpoint
CREATE UNIQUE INDEX "salon_tickets_seq" ON "salon_tickets" USING btree ("salon_id","seq");--> statement-breakpoint
CREATE INDEX "salon_tickets_of_order" ON "salon_tickets" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "salon_tickets_of_buyer" ON "salon_tickets" USING btree ("buyer_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "salon_tickets_of_kind" ON "salon_tickets" USING btree ("kind_id") WHERE "salon_tickets"."state" in ('valid', 'used');--> statement-breakpoint
CREATE UNIQUE INDEX "salon_waiting_once" ON "salon_waiting" USING btree ("kind_id","user_id") WHERE "salon_waiting"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "salon_waiting_next" ON "salon_waiting" USING btree ("kind_id","since","id") WHERE "salon_waiting"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "salon_waiting_offered" ON "salon_waiting" USING btree ("offer_until") WHERE "salon_waiting"."state" = 'offered';--> statement-breakpoint
CREATE INDEX "salon_waiting_of_user" ON "salon_waiting" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "salons_of_owner" ON "salons" USING btree ("owner_id","item_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "salons_by_start" ON "salons" USING btree ("starts_at","item_id") WHERE "salons"."state" = 'open';--> statement-breakpoint
CREATE INDEX "salons_of_city" ON "salons" USING btree ("city","starts_at","item_id") WHERE "salons"."state" = 'open';--> statement-breakpoint
CREATE INDEX "salons_over" ON "salons" USING btree ("ends_at" DESC NULLS LAST,"item_id" DESC NULLS LAST) WHERE "salons"."state" = 'over';--> statement-breakpoint
CREATE INDEX "salons_by_state" ON "salons" USING btree ("state","item_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "salons_of_draft" ON "salons" USING btree ("owner_id","draft_key");