/** One line a design, with the columns of DemoDesign. */
export const MORE_DESIGNS = `
会议论坛背景板设计：蓝色通用版|聚势前行|2026 年度峰会|海报展架/签到背板|1|CMYK|psd||0|背景板,论坛,会议,峰会|8|cool|board,board|screens,seminar
开业海报与朋友圈九宫格|今天开门|开业三天全场八折|海报展架/活动海报|1|RGB|psd||0|开业,海报,门店,优惠|7|festive|poster,square|opening,market
倒计时海报一套十张|还有三天|我们准备好了|海报展架/活动海报|1|RGB|psd||9|倒计时,海报,预热|6|neon|poster,poster|lights,stage
红色党建展板与主题党日背景|不忘初心|主题党日活动|海报展架/签到背板|1|CMYK|psd||9|党建,展板,党日,红色|8|festive|board,board|city,folds
奖状与荣誉证书模板|授予此状|以资鼓励|邀请函与礼品/证书奖状|1|CMYK|psd||0|奖状,证书,荣誉证书,表彰|1|tea|board,square|folds,floral
婚礼请柬与电子邀请函|我们结婚啦|五月二十日 恭候光临|邀请函与礼品/邀请函|1|RGB|psd||9|请柬,邀请函,婚礼,请帖|2|pastel|square,poster|floral,lawn
宝宝宴与生日宴背景：气球森林|小满一岁啦|欢迎来做客|海报展架/签到背板|1|CMYK|psd||9|宝宝宴,生日,周岁,背景|9|pastel|board,poster|floral,lights
会议胸牌、席卡与指示牌导视|这边请|会务导视一套|海报展架/导视物料|1|CMYK|zip|Illustrator|0|胸牌,席卡,指示牌,导视|9|stone|square,board|folds,seminar
校园晚会与毕业典礼海报|此刻启程|毕业晚会 六月十八日|海报展架/活动海报|1|RGB|psd||0|校园,毕业,晚会,海报|9|dusk|poster,poster|crowd,stage
中秋端午春节节日海报合集|人间好时节|传统节日活动|海报展架/活动海报|1|RGB|psd||19|中秋,端午,春节,节日,海报|5|tea|poster,square|lights,market
婚礼舞台三维效果图：白绿森系|林间有光|婚礼舞台|舞台舞美/舞台效果图|2|RGB|zip|3ds Max|39|婚礼,舞台,效果图,3d,婚礼灯光|2|forest|board,board|floral,stage
晚会大屏背景动态视频与音效素材|灯光亮起|开场 转场 颁奖|舞台舞美/屏幕画面|1|RGB|zip|After Effects|19|大屏,背景视频,音效,素材,开场视频|0|night|board,board|screens,lights
运动会与赛事主视觉|一起跑起来|2026 职工运动会|主视觉/赛事主视觉|1|CMYK|psd||19|运动会,赛事,主视觉,体育|3|day|board,poster|crowd,opening
招聘海报与公司宣传易拉宝|等你来|活动策划 执行 设计|海报展架/易拉宝|1|RGB|psd||0|招聘,易拉宝,展架,海报|9|sea|poster,square|city,seminar
活动字体与标题字设计二十款|热烈欢迎|标题字 可商用|主视觉/节庆主视觉|1|RGB|zip|Illustrator|9|字体,标题字,艺术字,素材|6|warm|square,board|folds,opening
`;
