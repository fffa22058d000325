/** Contract of a person's choice of e-mails about incidents. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Fields from "../Fields.ts"

const Notices = Schema.Struct({
  /** Whether the person gets e-mails about incidents. */
  incidents: Schema.Boolean,
  /** Whether the service has a mail server. */
  is_mail_set_up: Schema.Boolean
}).annotate({ identifier: "Notices" })

const described = (summary: string) => OpenApi.annotations({ summary })

export const get = HttpApiEndpoint.get("getNotices", "/dashboard/api/staff/notice-choice", {
  success: Notices,
  error: Fields.readErrors
}).annotateMerge(described("Whether one gets e-mails about incidents"))

export const choose = HttpApiEndpoint.patch("chooseNotices", "/dashboard/api/staff/notice-choice", {
  payload: Schema.Struct({ incidents: Schema.Boolean }),
  success: Notices,
  error: Fields.writeErrors
}).annotateMerge(described("Choose whether one gets e-mails about incidents"))

export class Group extends HttpApiGroup.make("Notices").add(get, choose) {}
