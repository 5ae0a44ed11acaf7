CREATE TABLE "offer_invitations" (
	"demand_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offer_invitations_demand_id_user_id_pk" PRIMARY KEY("demand_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "offer_invitations_of_user" ON "offer_invitations" USING btree ("user_id","created_at" DESC NULLS LAST);