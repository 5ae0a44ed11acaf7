CREATE TABLE "payment_claims" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"claim_no" text NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"provider_no" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"amount_fen" bigint NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"held_fen" bigint DEFAULT 0 NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"came_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_claims_amounts" CHECK ("payment_claims"."amount_fen" > 0 and "payment_claims"."held_fen" >= 0),
	CONSTRAINT "payment_claims_kind" CHECK ("payment_claims"."kind" in ('chargeback', 'complaint')),
	CONSTRAINT "payment_claims_status" CHECK ("payment_claims"."status" in ('open', 'answered', 'won', 'lost', 'withdrawn', 'refunded'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "charged_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_no" ON "payment_claims" USING btree ("claim_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_provider_no" ON "payment_claims" USING btree ("provider_no","channel");--> statement-breakpoint
CREATE INDEX "payment_claims_of_order" ON "payment_claims" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_claims_alive" ON "payment_claims" USING btree ("order_id") WHERE "payment_claims"."status" in ('open', 'answered');--> statement-breakpoint
CREATE INDEX "payment_claims_due" ON "payment_claims" USING btree ((case "status" when 'open' then "due_at" else 'infinity' end),"id");--> statement-breakpoint
CREATE INDEX "payment_claims_by_status" ON "payment_claims" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_claims_by_time" ON "payment_claims" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_claims_ended" ON "payment_claims" USING btree ("ended_at") WHERE "payment_claims"."ended_at" is not null;