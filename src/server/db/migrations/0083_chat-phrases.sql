CREATE TABLE "chat_phrases" (
	"owner_id" bigint PRIMARY KEY NOT NULL,
	"edition" integer NOT NULL,
	"list" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
