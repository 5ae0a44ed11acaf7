CREATE INDEX "vip_agreements_by_time" ON "vip_agreements" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "vip_agreements_by_status" ON "vip_agreements" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "vip_agreements_of_user" ON "vip_agreements" USING btree ("user_id");