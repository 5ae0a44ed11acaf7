CREATE TABLE "agreement_stages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_stages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agreement_id" bigint NOT NULL,
	"title" text NOT NULL,
	"price_fen" bigint NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"order_id" bigint,
	"escrow_fen" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "agreement_stages_amounts" CHECK ("agreement_stages"."price_fen" > 0 and "agreement_stages"."escrow_fen" between 0 and "agreement_stages"."price_fen"),
	CONSTRAINT "agreement_stages_state" CHECK ("agreement_stages"."state" in ('asked', 'held', 'delivered', 'released', 'refunded')),
	CONSTRAINT "agreement_stages_paid" CHECK (("agreement_stages"."state" = 'asked') = ("agreement_stages"."order_id" is null)),
	CONSTRAINT "agreement_stages_ended" CHECK (("agreement_stages"."state" in ('released', 'refunded')) = ("agreement_stages"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "agreement_stages" ADD CONSTRAINT "agreement_stages_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_stages_of" ON "agreement_stages" USING btree ("agreement_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_stages_order" ON "agreement_stages" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "agreement_stages_delivered" ON "agreement_stages" USING btree ("delivered_at") WHERE "agreement_stages"."state" = 'delivered';--> statement-breakpoint
CREATE INDEX "agreement_stages_held" ON "agreement_stages" USING btree ("held_at");--> statement-breakpoint
CREATE INDEX "agreement_stages_ended" ON "agreement_stages" USING btree ("ended_at");