CREATE TABLE "client_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"user_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	"logo" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"password_hash" text,
	"view_most" integer DEFAULT 0 NOT NULL,
	"view_num" integer DEFAULT 0 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"stopped_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "client_links_views" CHECK ("client_links"."view_num" >= 0 and "client_links"."view_most" >= 0)
);
--> statement-breakpoint
CREATE TABLE "client_views" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "client_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"link_id" bigint NOT NULL,
	"visitor" text NOT NULL,
	"own" boolean DEFAULT false NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"pages" integer[] DEFAULT '{}' NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "client_views" ADD CONSTRAINT "client_views_link_id_client_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."client_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "client_links_code" ON "client_links" USING btree ("code");--> statement-breakpoint
CREATE INDEX "client_links_of_user" ON "client_links" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "client_links_of_item" ON "client_links" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "client_links_by_time" ON "client_links" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "client_links_by_end" ON "client_links" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "client_links_revoked" ON "client_links" USING btree ("id") WHERE "client_links"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "client_links_stopped" ON "client_links" USING btree ("id") WHERE "client_links"."stopped_at" is not null;--> statement-breakpoint
CREATE INDEX "client_views_of_link" ON "client_views" USING btree ("link_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "client_views_of_visitor" ON "client_views" USING btree ("link_id","visitor","ends_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "client_views_by_time" ON "client_views" USING btree ("opened_at");