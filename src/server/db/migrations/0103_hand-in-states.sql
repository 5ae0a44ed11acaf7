DELETE FROM "hand_ins" WHERE "state" = 'replaced';--> statement-breakpoint
ALTER TABLE "hand_ins" DROP CONSTRAINT "hand_ins_state";--> statement-breakpoint
ALTER TABLE "hand_ins" ADD CONSTRAINT "hand_ins_state" CHECK ("hand_ins"."state" in ('waiting', 'again', 'passed'));