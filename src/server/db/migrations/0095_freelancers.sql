CREATE TABLE "freelancers" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"day_fen" bigint DEFAULT 0 NOT NULL,
	"days" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "freelancers_price" CHECK ("freelancers"."day_fen" between 0 and 10000000)
);
--> statement-breakpoint
CREATE INDEX "freelancers_days" ON "freelancers" USING gin ("days" jsonb_path_ops);