ALTER TABLE "search_documents" ADD COLUMN "price_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "items_by_price" ON "items" USING btree ("kind",("price_fen" + 0),"id" DESC NULLS LAST,"category_id","category_sub_id","price_fen","vip_only","format","term_ids","tag_ids") WHERE "items"."status" = 'published';
--> statement-breakpoint
-- what members have for nothing is no longer among what is paid
update items set facets = array_remove(facets, -2) where vip_only and -2 = any (facets);
--> statement-breakpoint
-- documents that are there already are found by their kind at once
update search_documents d set price_fen = i.price_fen,
  terms = (case when i.vip_only then ts_delete(d.terms, '#-2') else d.terms end) || array_to_tsvector(array['#k' || d.kind])
from items i where i.id = d.item_id;
