/** `/dashboard/api/staff/notice-choice`: whether a person of the staff gets e-mails about incidents. */
import { Effect } from "effect"
import * as Engine from "../../../engine/Engine.ts"
import * as NoticeChannels from "../../../engine/ports/NoticeChannels.ts"
import * as ChooseNotices from "../../../usecases/ChooseNotices.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Notices.ts"
import * as Route from "../../middleware/Route.ts"

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const channels = yield* NoticeChannels.NoticeChannels
  const shown = ({ wantsNotices }: ChooseNotices.Choice) =>
    Route.ok({
      incidents: wantsNotices,
      is_mail_set_up: channels.some(({ name }) => name === NoticeChannels.mail)
    })
  return [
    Route.make(Api.get, { access: "admin" }, ({ request: { by } }) =>
      Effect.sync(() => shown(ChooseNotices.current(engine, by)))
    ),
    Route.make(Api.choose, { access: "admin" }, ({ payload, request }) =>
      Answers.of(request, shown, (command) =>
        ChooseNotices.run(engine, { request: command, wantsNotices: payload.incidents })
      )
    )
  ]
})
