ALTER TABLE "mall_redemptions" ADD COLUMN "remark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mall_redemptions" ADD COLUMN "back_parcel" text DEFAULT '' NOT NULL;