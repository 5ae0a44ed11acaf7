CREATE TABLE "order_uses" (
	"order_id" bigint NOT NULL,
	"way" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_uses_order_id_way_pk" PRIMARY KEY("order_id","way")
);
--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "at_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_uses" ADD CONSTRAINT "order_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "order_uses" ("order_id", "way", "created_at")
SELECT o."id", 'file', min(r."created_at") FROM "orders" o
JOIN "download_receipts" r ON r."user_id" = o."buyer_id" AND r."item_id" = o."subject_id" AND r."created_at" >= o."paid_at"
WHERE o."status" = 2 AND o."subject" = 'item' GROUP BY o."id";--> statement-breakpoint
INSERT INTO "order_uses" ("order_id", "way", "created_at")
SELECT o."id", 'lesson', min(p."updated_at") FROM "orders" o
JOIN "lesson_progress" p ON p."user_id" = o."buyer_id" AND p."item_id" = o."subject_id" AND p."updated_at" > o."paid_at"
WHERE o."status" = 2 AND o."subject" = 'item' AND (p."seconds" > 0 OR p."done_at" IS NOT NULL) GROUP BY o."id";--> statement-breakpoint
INSERT INTO "order_uses" ("order_id", "way", "created_at")
SELECT DISTINCT o."id", 'member_content', o."paid_at" FROM "orders" o
JOIN "membership_terms" m ON m."source_id" = o."id" AND m."source" IN ('order', 'union') AND lower(m."during") <= now()
WHERE o."status" = 2 AND o."subject" IN ('membership', 'union');--> statement-breakpoint
UPDATE "orders" o SET "refunded_pay_fen" = r."pay", "refunded_balance_fen" = r."balance", "publisher_back_fen" = r."publisher"
FROM (
  SELECT "order_id", sum("pay_fen") AS "pay", sum("balance_fen") AS "balance", sum("publisher_fen" + "missing_fen") AS "publisher"
  FROM "order_refunds" GROUP BY "order_id"
) r WHERE r."order_id" = o."id" AND o."close_reason" = 'refunded';--> statement-breakpoint
UPDATE "salon_tickets" t SET "refunded_fen" = t."paid_fen" FROM "orders" o
WHERE o."id" = t."order_id" AND o."close_reason" = 'refunded' AND t."state" = 'refunded'
  AND o."refunded_pay_fen" + o."refunded_balance_fen" = o."pay_fen" + o."balance_fen";
