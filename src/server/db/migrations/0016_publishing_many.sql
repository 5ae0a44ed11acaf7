CREATE TABLE "item_view_days" (
	"item_id" bigint NOT NULL,
	"day" date NOT NULL,
	"source" smallint NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "item_view_days_item_id_day_source_pk" PRIMARY KEY("item_id","day","source")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"title" text NOT NULL,
	"introduction" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_items" (
	"series_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"sort" integer NOT NULL,
	CONSTRAINT "series_items_series_id_item_id_pk" PRIMARY KEY("series_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "item_versions" (
	"item_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"file_id" bigint,
	"picture_ids" bigint[] DEFAULT '{}' NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "item_versions_item_id_version_pk" PRIMARY KEY("item_id","version")
);
--> statement-breakpoint
CREATE TABLE "bulk_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"file_id" bigint NOT NULL,
	"name" text NOT NULL,
	"action" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_rows" (
	"import_id" bigint NOT NULL,
	"row_no" integer NOT NULL,
	"key" text NOT NULL,
	"cells" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"item_id" bigint,
	CONSTRAINT "bulk_rows_import_id_row_no_pk" PRIMARY KEY("import_id","row_no")
);
--> statement-breakpoint
CREATE TABLE "bulk_works" (
	"owner_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"key" text NOT NULL,
	"item_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "bulk_works_owner_id_kind_key_pk" PRIMARY KEY("owner_id","kind","key")
);
--> statement-breakpoint
ALTER TABLE "items" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "series_items" ADD CONSTRAINT "series_items_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_items" ADD CONSTRAINT "series_items_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_versions" ADD CONSTRAINT "item_versions_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_import_id_bulk_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."bulk_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "series_of_owner" ON "series" USING btree ("owner_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "series_items_once" ON "series_items" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "item_versions_of_file" ON "item_versions" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "item_versions_of_pictures" ON "item_versions" USING gin ("picture_ids");--> statement-breakpoint
CREATE INDEX "bulk_imports_of_owner" ON "bulk_imports" USING btree ("owner_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bulk_works_of_item" ON "bulk_works" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "items_scheduled" ON "items" USING btree ("publish_at") WHERE "items"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "collects_of_target" ON "collects" USING btree ("type","rid","created_at");
--> statement-breakpoint
-- what is sold today is the first version that anybody knows of
INSERT INTO "item_versions" ("item_id", "version", "file_id", "picture_ids", "published_at")
SELECT i."id", 1, f."file_id", CASE WHEN i."kind" = 4 THEN m."ids" ELSE '{}' END, i."published_at"
FROM "items" i
LEFT JOIN "item_files" f ON f."item_id" = i."id"
CROSS JOIN LATERAL (
	SELECT coalesce(array_agg("file_id" ORDER BY "sort"), '{}') AS "ids" FROM "item_media" WHERE "item_id" = i."id" AND "type" = 'picture'
) m
WHERE i."status" IN ('published', 'taken_down') AND i."published_at" IS NOT NULL AND (f."file_id" IS NOT NULL OR (i."kind" = 4 AND cardinality(m."ids") > 0));
