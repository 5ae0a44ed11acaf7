-- The bidding membership stood in grey although tenders are open. Plans that staff wrote anew stay as they are.
UPDATE "vip_plans" SET
  "status" = 1,
  "introduction" = '参与招标报价，下载招标文件，每天可以提交更多报价',
  "equities" = '[
    {"id": 1, "img_url": "bidding", "desc": "参与招标报价", "type": 1, "content": "公开的招标只接受竞标会员报价；报价密封保存，截止前任何人都看不到内容。", "tan_img": ""},
    {"id": 2, "img_url": "file", "desc": "下载招标文件", "type": 1, "content": "招标的全部附件都可以下载。", "tan_img": ""},
    {"id": 3, "img_url": "offer", "desc": "每天更多报价", "type": 1, "content": "每天可以为更多新需求报价，剩余次数显示在报价窗口里。", "tan_img": ""}
  ]'::jsonb,
  "updated_at" = now()
WHERE "vip_type" = 5 AND "status" = 2 AND "introduction" LIKE '竞标频道上线后%';--> statement-breakpoint
UPDATE "vip_plans" SET
  "introduction" = '方案、PPT、设计、大案例、课程与竞标的会员权益一次开通',
  "equities" = "equities" || '[{"id": 5, "img_url": "bidding", "desc": "参与招标", "type": 1, "content": "与竞标会员一样提交招标报价、下载招标文件。", "tan_img": ""}]'::jsonb,
  "updated_at" = now()
WHERE "vip_type" = 6 AND "introduction" = '方案、PPT、设计、大案例的会员权益一次开通'
  AND NOT jsonb_path_exists("equities", '$[*] ? (@.id == 5)');
