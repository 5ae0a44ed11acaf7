/** What the form says below an own field of a kind. Apart from the kinds: pages that only show a work do not load it. */
export const FIELD_HINTS: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  design: {
    file_format: '上传压缩包时，写里面的源文件格式，例如 PSD',
  },
  sample: {
    album: '提供后，有权限的读者可以查看全部照片并下载原图',
    scheme_id: '这场活动用的方案，读者可以从案例直接找到它',
    resource_id: '这场活动用到的供应商资源',
  },
  resource: {
    price: '有区间时填最低价，不填为面议',
  },
  resource_case: {
    resource_id: '案例用到的资源，读者可由此联系供应商',
  },
  supplier_case: {
    end_time: '当天结束的活动可以不填',
    price: '有区间时填最低价，不填为面议',
    resource_id: '案例用到的资源，读者可由此联系供应商',
  },
  talk: {
    speaker_about: '例如：某某会展首席策划，十五年从业',
    salon_id: '这段分享是在哪一场沙龙上讲的，回顾页会列出它',
    chapters: '左边写时间，例如 02:30；右边写这一段讲什么',
  },
  job: {
    city: '例如：杭州；几个城市用顿号分开，最多 5 个',
    pay_min: '例如 8000，不填为面议',
    district: '区县或商圈，例如：西湖区',
    number: '例如：3 人，若干',
    pay_note: '例如：底薪加项目提成',
    deadline: '到期自动停止招聘，不填为长期有效',
  },
};
