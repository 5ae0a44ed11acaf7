CREATE TABLE "vip_agreements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vip_agreements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agreement_no" text NOT NULL,
	"provider" text NOT NULL,
	"user_id" bigint NOT NULL,
	"vip_type" smallint NOT NULL,
	"spec_id" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"url" text NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"ended_by" text DEFAULT '' NOT NULL,
	"refused" smallint DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"agreed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "vip_agreements_price" CHECK ("vip_agreements"."price_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "membership_terms" ADD COLUMN "spec_id" bigint;--> statement-breakpoint
ALTER TABLE "membership_terms" ADD COLUMN "unit_fen" bigint;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD COLUMN "is_agreement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "vip_agreements_no" ON "vip_agreements" USING btree ("agreement_no");--> statement-breakpoint
CREATE UNIQUE INDEX "vip_agreements_open" ON "vip_agreements" USING btree ("user_id","vip_type") WHERE "vip_agreements"."status" < 3;--> statement-breakpoint
CREATE INDEX "vip_agreements_unended" ON "vip_agreements" USING btree ("id") WHERE "vip_agreements"."status" < 3;--> statement-breakpoint
CREATE INDEX "membership_terms_by_end" ON "membership_terms" USING btree (upper("during"));--> statement-breakpoint
UPDATE "membership_terms" t SET "spec_id" = s.id, "unit_fen" = CASE WHEN coalesce(s.days, 0) = 0 THEN o.price_fen ELSE round(o.price_fen * s.days / o.days) END
FROM (
  SELECT id, (snapshot->'terms'->>'spec_id')::bigint AS spec_id, (snapshot->'terms'->>'price_fen')::numeric AS price_fen,
    (snapshot->'terms'->>'days')::numeric AS days
  FROM "orders" WHERE subject = 'membership' AND snapshot->'terms' ? 'price_fen'
) o JOIN "vip_specs" s ON s.id = o.spec_id
WHERE t.source = 'order' AND t.source_id = o.id AND (coalesce(s.days, 0) = 0 OR o.days > 0);
