CREATE TABLE "gift_uses" (
	"definition_id" bigint NOT NULL,
	"trace" text NOT NULL,
	"user_id" bigint NOT NULL,
	"coupon_id" bigint,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_uses_definition_id_trace_pk" PRIMARY KEY("definition_id","trace")
);
--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "correction" jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaces_id" bigint;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "past_files" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "gift_uses_of_coupon" ON "gift_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "reservations_coins_used" ON "reservations" USING btree ("ended_at") WHERE "reservations"."unit" = 'coin' and "reservations"."status" = 'settled';--> statement-breakpoint
-- what everybody may get asks for more than it takes off from now on; what was given stays as it was given
UPDATE "coupon_definitions" SET "min_price_fen" = "amount_fen" + 100
  WHERE ("for_new" OR "claimable" OR "auto_get") AND "use" NOT IN ('voucher', 'contact') AND "percent_off" = 0 AND "min_price_fen" <= "amount_fen";--> statement-breakpoint
-- benefits name the rule that gives them; two of the first plans had none
UPDATE "vip_plans" SET "equities" = coalesce((
  SELECT jsonb_agg(e || jsonb_build_object('rule', coalesce(e ->> 'rule', (jsonb_build_object('discount', 'discount', 'unlock', 'unlock', 'album', 'album',
    'infinite', 'unlimited', 'bidding', 'tenders', 'file', 'tender_files', 'offer', 'offers') ->> (e ->> 'img_url')), '')) ORDER BY n)
  FROM jsonb_array_elements("equities") WITH ORDINALITY AS one(e, n) WHERE e ->> 'img_url' NOT IN ('preview', 'service')), '[]'::jsonb);--> statement-breakpoint
ALTER TABLE "coupon_definitions" ADD CONSTRAINT "coupon_definitions_gift" CHECK (not ("coupon_definitions"."for_new" or "coupon_definitions"."claimable" or "coupon_definitions"."auto_get") or "coupon_definitions"."use" in ('voucher', 'contact') or "coupon_definitions"."percent_off" > 0 or "coupon_definitions"."min_price_fen" > "coupon_definitions"."amount_fen");