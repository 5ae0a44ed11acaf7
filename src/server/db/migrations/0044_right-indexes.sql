DROP INDEX "union_rights_request";--> statement-breakpoint
DROP INDEX "union_rights_of_orderid";--> statement-breakpoint
DROP INDEX "union_rights_by_state";--> statement-breakpoint
DROP INDEX "union_rights_statement";--> statement-breakpoint
CREATE UNIQUE INDEX "union_rights_orderid" ON "union_rights" USING btree ("orderid","part");--> statement-breakpoint
CREATE INDEX "union_rights_by_state" ON "union_rights" USING btree ("state","id") WHERE "union_rights"."state" in ('waiting', 'ending', 'ended');--> statement-breakpoint
CREATE INDEX "union_rights_statement" ON "union_rights" USING btree ("partner","granted_at") WHERE "union_rights"."sort" = 'partner' and "union_rights"."granted_at" is not null;