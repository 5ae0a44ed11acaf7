-- of a tender one word is read, 投标; what staff wrote stays
update "vip_plans" set
  "introduction" = replace("introduction", '参与招标报价，下载招标文件，每天可以提交更多报价', '参与投标，下载招标文件，每天可以提交更多报价'),
  "equities" = replace(replace(replace("equities"::text,
    '"参与招标报价"', '"参与投标"'),
    '公开的招标只接受竞标会员报价；报价密封保存，截止前任何人都看不到内容。', '公开的招标只接受竞标会员投标；投标密封保存，截止前任何人都看不到内容。'),
    '与竞标会员一样提交招标报价、下载招标文件。', '与竞标会员一样投标、下载招标文件。')::jsonb;
