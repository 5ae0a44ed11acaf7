CREATE TABLE "shops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"name" text NOT NULL,
	"logo_key" text DEFAULT '' NOT NULL,
	"logo_width" integer DEFAULT 0 NOT NULL,
	"logo_height" integer DEFAULT 0 NOT NULL,
	"cover_key" text DEFAULT '' NOT NULL,
	"cover_width" integer DEFAULT 0 NOT NULL,
	"cover_height" integer DEFAULT 0 NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"category" smallint NOT NULL,
	"province" smallint NOT NULL,
	"city" smallint,
	"established" smallint,
	"licence" text DEFAULT '' NOT NULL,
	"is_vip" boolean DEFAULT false NOT NULL,
	"is_gold" boolean DEFAULT false NOT NULL,
	"labels" text[] DEFAULT '{}' NOT NULL,
	"marks" text[] DEFAULT '{}' NOT NULL,
	"site" text DEFAULT '' NOT NULL,
	"res_num" bigint DEFAULT 0 NOT NULL,
	"case_num" bigint DEFAULT 0 NOT NULL,
	"view_num" bigint DEFAULT 0 NOT NULL,
	"focus_num" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shops_counters" CHECK ("shops"."res_num" >= 0 and "shops"."case_num" >= 0 and "shops"."view_num" >= 0 and "shops"."focus_num" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "shops_of_owner" ON "shops" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "item_details_of_resource" ON "item_details" USING btree ((("fields" ->> 'resource_id')::bigint));--> statement-breakpoint
CREATE INDEX "items_of_shop" ON "items" USING btree ("shop_id","id" DESC NULLS LAST) WHERE "items"."shop_id" is not null;