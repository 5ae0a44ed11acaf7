CREATE TABLE "library_people" (
	"owner_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "library_people_user_id_owner_id_pk" PRIMARY KEY("user_id","owner_id")
);
--> statement-breakpoint
CREATE INDEX "library_people_of_owner" ON "library_people" USING btree ("owner_id");--> statement-breakpoint
INSERT INTO "library_people" ("owner_id", "user_id", "created_at") SELECT "enterprise_id", "user_id", now() FROM "employees" WHERE "state" = 'active';
