ALTER TABLE "client_links" ALTER COLUMN "item_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "assistant_answers" ADD COLUMN "company_id" bigint;--> statement-breakpoint
ALTER TABLE "client_links" ADD COLUMN "paper_id" bigint;--> statement-breakpoint
ALTER TABLE "client_links" ADD COLUMN "sources" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "client_links" ADD CONSTRAINT "client_links_one" CHECK (num_nonnulls("client_links"."item_id", "client_links"."paper_id") = 1);