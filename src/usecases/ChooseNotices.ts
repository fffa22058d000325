/** A person of the staff chooses whether to get e-mails about incidents. */
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

/** `by`: the id of a person of the staff. */
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
