/** `/dashboard/api/staff/notice-choice`: a staff member's choice of e-mails about incidents. */
import { Effect } from "effect"
import * as NoticeChannels from "../../engine/ports/NoticeChannels.ts"
import * as ChooseNotices from "../../usecases/ChooseNotices.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./NoticeContract.ts"

export const routes = Effect.map(NoticeChannels.NoticeChannels, (channels) => {
  const choiceJson = ({ wantsNotices }: ChooseNotices.Choice) => ({
    incidents: wantsNotices,
    is_mail_set_up: channels.some(({ name }) => name === NoticeChannels.mail)
  })
  return [
    Route.make(Contract.get, ({ command: { by }, engine }) =>
      Effect.sync(() => Route.answer(Contract.get, choiceJson(ChooseNotices.current(engine, by))))
    ),
    Route.make(Contract.choose, ({ command, engine, payload }) =>
      CommandResponses.of(Contract.choose, command, choiceJson, (request) =>
        ChooseNotices.run(engine, request, { wantsNotices: payload.incidents })
      )
    )
  ]
})
