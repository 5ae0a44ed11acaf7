ALTER TABLE "accounts" DROP CONSTRAINT "accounts_running_balance";--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "deposit_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "deposit_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "demands" ADD CONSTRAINT "demands_deposit" CHECK ("demands"."deposit_fen" = 0 or ("demands"."deposit_fen" > 0 and "demands"."label_type" = 3));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_running_balance" CHECK (("accounts"."balance" is not null) = ("accounts"."purpose" in ('balance', 'held', 'purse', 'coin', 'held_coin', 'point')));