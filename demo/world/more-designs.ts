/** One line a design, with the columns of DemoDesign. */
export const MORE_DESIGNS = `
会议论坛背景板设计：蓝色通用版|聚势前行|2026 年度峰会|海报展架/签到背板|1|CMYK|psd||0|背景板,背景墙,论坛,会议|8|cool|board,board|screens,seminar
开业海报与朋友圈九宫格|今天开门|开业三天全场八折|海报展架/活动海报|1|RGB|psd||0|开业,海报,门店,优惠|7|festive|poster,square|opening,market
倒计时海报一套十张|还有三天|我们准备好了|海报展架/活动海报|1|RGB|psd||9|倒计时,海报,预热|6|neon|poster,poster|lights,stage
红色党建展板与主题党日背景|不忘初心|主题党日活动|海报展架/签到背板|1|CMYK|psd||9|党建,展板,党日,红色|8|festive|board,board|city,folds
奖状与荣誉证书模板|授予此状|以资鼓励|邀请函与礼品/证书奖状|1|CMYK|psd||0|奖状,证书,荣誉证书,表彰|1|tea|board,square|folds,floral
婚礼请柬与电子邀请函|我们结婚啦|五月二十日 恭候光临|邀请函与礼品/邀请函|1|RGB|psd||9|请柬,邀请函,婚礼,请帖|2|pastel|square,poster|floral,lawn
宝宝宴与生日宴背景：气球森林|小满一岁啦|欢迎来做客|海报展架/签到背板|1|CMYK|psd||9|宝宝宴,生日,周岁,背景|9|pastel|board,poster|floral,lights
会议胸牌、席卡与指示牌导视|这边请|会务导视一套|海报展架/导视物料|1|CMYK|zip|Illustrator|0|胸牌,胸卡,席卡,指示牌,导视|9|stone|square,board|folds,seminar
校园晚会与毕业典礼海报|此刻启程|毕业晚会 六月十八日|海报展架/活动海报|1|RGB|psd||0|校园,毕业,晚会,海报|9|dusk|poster,poster|crowd,stage
中秋端午春节节日海报合集|人间好时节|传统节日活动|海报展架/活动海报|1|RGB|psd||19|中秋,端午,春节,节日,海报|5|tea|poster,square|lights,market
婚礼舞台三维效果图：白绿森系|林间有光|婚礼舞台|舞台舞美/舞台效果图|2|RGB|zip|3ds Max|39|婚礼,舞台,效果图,3d,婚礼灯光|2|forest|board,board|floral,stage
晚会开场视频与大屏动态背景素材（含音效）|灯光亮起|开场 转场 颁奖|舞台舞美/屏幕画面|1|RGB|zip|After Effects|19|大屏,背景视频,音效,素材,开场视频,科技感|0|night|board,board|screens,lights
运动会与赛事主视觉|一起跑起来|2026 职工运动会|主视觉/赛事主视觉|1|CMYK|psd||19|运动会,赛事,主视觉,体育|3|day|board,poster|crowd,opening
招聘海报与公司宣传易拉宝|等你来|活动策划 执行 设计|海报展架/易拉宝|1|RGB|psd||0|招聘,易拉宝,展架,海报|9|sea|poster,square|city,seminar
活动字体与标题字设计二十款|热烈欢迎|标题字 可商用|主视觉/节庆主视觉|1|RGB|zip|Illustrator|9|字体,标题字,艺术字,素材|6|warm|square,board|folds,opening
黑板报与手抄报模板：节日十二款|金秋九月|开学第一期|海报展架/活动海报|1|RGB|psd||0|黑板报,手抄报,板报,校园,开学|3|forest|poster,square|folds,city
节日海报与圣诞元旦倒计时图|圣诞快乐|十二月二十五日|海报展架/活动海报|1|RGB|psd||0|圣诞,元旦,万圣节,感恩节,海报|6|night|poster,poster|market,lights
母亲节教师节感恩海报与贺卡|谢谢您|五月与九月的信|海报展架/活动海报|1|RGB|psd||0|母亲节,教师节,父亲节,妇女节,海报,贺卡|2|pastel|poster,square|folds,floral
直播间背景与电商大促海报|今晚开播|全场五折起|海报展架/活动海报|1|RGB|psd||9|直播间,电商,双十一,618,促销海报|1|neon|poster,board|product,market
门票、抽奖券与工作证设计|凭券入场|一人一票|邀请函与礼品/邀请函|1|CMYK|zip|Illustrator|0|门票,抽奖券,入场券,工作证,优惠券|9|dusk|square,square|crowd,screens
签到墙、打卡墙与拍照框：合影装置|到此一游|请看镜头|展台空间/打卡装置|1|CMYK|psd||9|签到墙,打卡墙,拍照框,合影墙,打卡|6|sea|board,square|opening,lights
企业文化墙与党建展厅效果图|同心同行|文化墙与展厅|展台空间/展厅空间|2|RGB|zip|3ds Max|29|文化墙,展厅,党建,企业展厅,效果图|4|warm|render,render|seminar,city
会场平面图与舞台搭建施工图|一图看懂|会场与舞台平面|舞台舞美/灯光布置|2|RGB|zip|AutoCAD|9|平面图,施工图,cad,会场布置,舞台搭建|7|cool|render,board|banquet,stage
文化衫、手提袋与活动周边|穿上就是一队|文化衫与周边|邀请函与礼品/伴手礼包装|1|CMYK|zip|Illustrator|0|文化衫,手提袋,周边,t恤,帆布袋|3|day|square,square|folds,product
年会节目单、菜单与桌卡|今晚有戏|节目单与菜单|邀请函与礼品/邀请函|1|CMYK|psd||0|节目单,菜单,桌卡,座位卡,年会|1|festive|square,poster|banquet,folds
活动标志与吉祥物 IP 形象|你好 我叫小满|标志与吉祥物|主视觉/赛事主视觉|1|RGB|zip|Illustrator|29|logo,标志,吉祥物,ip形象,会徽|8|tea|square,square|product,opening
横幅、锦旗与条幅文案排版|热烈庆祝|横幅与锦旗|海报展架/导视物料|1|CMYK|psd||0|横幅,锦旗,条幅,标语,道旗|0|festive|board,board|opening,market
国庆中秋与重阳海报：红金三联|盛世华诞|十月一日|海报展架/活动海报|1|RGB|psd||0|国庆,中秋,重阳,党建,海报|5|warm|poster,poster|crowd,city
`;
