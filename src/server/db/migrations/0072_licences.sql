ALTER TABLE "items" ADD COLUMN "company_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "exclusive" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "items" ADD CONSTRAINT "items_company_price" CHECK ("items"."company_fen" = 0 or "items"."company_fen" between "items"."price_fen" + 1 and 1000000000);