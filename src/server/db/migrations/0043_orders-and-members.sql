CREATE TABLE "salon_numbers" (
	"salon_id" bigint PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "items_for_members_by_price" ON "items" USING btree ("kind",("price_fen" + 0),"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published' and "items"."vip_only";--> statement-breakpoint
CREATE INDEX "union_rights_running" ON "union_rights" USING btree ("partner","product","phone","ends_at") WHERE "union_rights"."state" = 'active';--> statement-breakpoint
CREATE INDEX "union_rights_months" ON "union_rights" USING btree ("user_id","ends_at","order_id","months") WHERE "union_rights"."sort" = 'partner' and "union_rights"."state" in ('held', 'waiting', 'active');--> statement-breakpoint
INSERT INTO "salon_numbers" ("salon_id", "last") SELECT "item_id", "ticket_seq" FROM "salons" WHERE "ticket_seq" > 0;--> statement-breakpoint
ALTER TABLE "salons" DROP COLUMN "ticket_seq";