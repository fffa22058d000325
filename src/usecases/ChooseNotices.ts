/** The choice of a staff user whether to get e-mails about incidents. */
import { Result } from "effect"
import type * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"

export interface Choice {
  readonly wantsNotices: boolean
}

const choiceOf = (user: User.User | undefined): Choice => ({
  wantsNotices: user?.wantsNotices === true
})

/** The current choice; `by` is the id of a staff user. */
export const current = ({ registry }: Pick<Engine.Engine["Service"], "registry">, by: string) =>
  choiceOf(registry.people.get(by))

export const run = (
  { execute, registry }: Engine.Engine["Service"],
  request: Request.Request<Choice>,
  { wantsNotices }: Choice
) => {
  const { at, by: id } = request
  return execute(request, {
    locks: [`notices ${id}`],
    decide: () => {
      const isSame = choiceOf(registry.people.get(id)).wantsNotices === wantsNotices
      const event = { _tag: "PersonNoticesChosen", id, wantsNotices, at } as const
      return Result.succeed({ events: isSame ? [] : [event], result: { wantsNotices } })
    }
  })
}
