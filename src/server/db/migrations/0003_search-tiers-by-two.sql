CREATE INDEX "search_documents_tier_7" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 7;--> statement-breakpoint
CREATE INDEX "search_documents_tier_8" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 8;--> statement-breakpoint
CREATE INDEX "search_documents_tier_9" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 9;--> statement-breakpoint
CREATE INDEX "search_documents_tier_10" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 10;--> statement-breakpoint
CREATE INDEX "search_documents_tier_11" ON "search_documents" USING gin ("terms") WHERE "search_documents"."tier" = 11;