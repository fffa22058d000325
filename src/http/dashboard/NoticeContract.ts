/** Contract of a user's choice of e-mails about incidents. */
import { Schema } from "effect"
import * as Operation from "../contract/Operation.ts"

const Notices = Schema.Struct({
  /** True if the user gets e-mails about incidents. */
  incidents: Schema.Boolean,
  /** True if the service has a mail server. */
  is_mail_set_up: Schema.Boolean
}).annotate({ identifier: "Notices" })

export const get = Operation.get("getNotices", "/dashboard/api/staff/notice-choice", {
  summary: "Get your choice of e-mails about incidents",
  access: { by: "admin" },
  location: "directory",
  success: Notices
})

export const choose = Operation.patch("chooseNotices", "/dashboard/api/staff/notice-choice", {
  summary: "Choose whether you get e-mails about incidents",
  access: { by: "admin" },
  location: "directory",
  payload: Schema.Struct({ incidents: Schema.Boolean }),
  success: Notices
})

export const group = Operation.group({ name: "Notices", operations: [get, choose] })
