/** `/dashboard/api/staff/notice-choice`: whether a person of the staff gets e-mails about incidents. */
import { Effect } from "effect"
import * as NoticeChannels from "../../../engine/ports/NoticeChannels.ts"
import * as ChooseNotices from "../../../usecases/ChooseNotices.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Notices.ts"
import * as Route from "../../middleware/Route.ts"

export const routes = Effect.map(NoticeChannels.NoticeChannels, (channels) => {
  const shown = ({ wantsNotices }: ChooseNotices.Choice) => ({
    incidents: wantsNotices,
    is_mail_set_up: channels.some(({ name }) => name === NoticeChannels.mail)
  })
  return [
    Route.make(Api.get, ({ command: { by }, engine }) =>
      Effect.sync(() => Route.answer(Api.get, shown(ChooseNotices.current(engine, by))))
    ),
    Route.make(Api.choose, ({ command, engine, payload }) =>
      Answers.of(Api.choose, command, shown, (request) =>
        ChooseNotices.run(engine, { request, wantsNotices: payload.incidents })
      )
    )
  ]
})
