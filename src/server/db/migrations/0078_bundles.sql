ALTER TABLE "series" ADD COLUMN "price_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "series_sold" ON "series" USING btree ("id") WHERE "series"."price_fen" > 0;