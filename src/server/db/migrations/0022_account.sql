CREATE TABLE "one_time_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "one_time_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"code_hash" text NOT NULL,
	"user_id" bigint,
	"payload" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_devices" (
	"user_id" bigint NOT NULL,
	"device_hash" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invitor_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"register_state" text DEFAULT 'waiting' NOT NULL,
	"register_points" bigint DEFAULT 0 NOT NULL,
	"register_due_at" timestamp with time zone NOT NULL,
	"paid_state" text DEFAULT 'none' NOT NULL,
	"paid_points" bigint DEFAULT 0 NOT NULL,
	"paid_due_at" timestamp with time zone,
	"order_id" bigint,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"cleared_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"file_key" text,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_identities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_identities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"unionid" text NOT NULL,
	"openid" text NOT NULL,
	"nickname" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_logins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_logins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"state_hash" text NOT NULL,
	"link_user_id" bigint,
	"status" text DEFAULT 'waiting' NOT NULL,
	"unionid" text,
	"openid" text,
	"nickname" text,
	"headimgurl" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_wechat_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"person" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "way" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closing_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_hash" ON "one_time_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "one_time_codes_ending" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_of_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_devices_of_hash" ON "user_devices" USING btree ("device_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_of_user" ON "invites" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invites_of_invitor" ON "invites" USING btree ("invitor_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invites_register_due" ON "invites" USING btree ("register_due_at") WHERE "invites"."register_state" = 'waiting';--> statement-breakpoint
CREATE INDEX "invites_paid_due" ON "invites" USING btree ("paid_due_at") WHERE "invites"."paid_state" = 'waiting';--> statement-breakpoint
CREATE INDEX "invites_by_time" ON "invites" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "data_exports_of_user" ON "data_exports" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "data_exports_ending" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_identities_unionid" ON "wechat_identities" USING btree ("unionid");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_identities_user" ON "wechat_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_logins_token" ON "wechat_logins" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_logins_state" ON "wechat_logins" USING btree ("state_hash");--> statement-breakpoint
CREATE INDEX "wechat_logins_ending" ON "wechat_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_closing" ON "users" USING btree ("closing_at","id") WHERE "users"."closing_at" is not null;