/** Commands about an account's API keys, for operators. A key is printed where it is made only. */
import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as KeyFlags from "./KeyFlags.ts"
import { keys as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

const account = Flag.String("account").pipe(Flag.withDescription(Words.flags.account))
const keyId = Argument.String("key-id")

interface Made {
  readonly id: string
  readonly key: string | null
}

const show = Effect.fnUntraced(function* ({ id, key }: Made) {
  // A replay of the request never shows it again; this request has a new key, so a replay is a defect.
  if (key === null) return yield* ServiceClient.failed(Words.shownBefore(id))
  yield* ServiceClient.progress(Words.shownOnce(id))
  yield* Console.log(key)
})

const create = Command.make(
  "create",
  {
    account,
    name: Flag.String("name"),
    ...KeyFlags.all,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ account, name, url, ...flags }) {
    const client = yield* ServiceClient.operator(url)
    const body = { name, ...KeyFlags.bodyOf(flags, yield* Clock.currentTimeMillis) }
    yield* show(
      yield* ServiceClient.call((signal) =>
        client.admin.accounts.apiKeys.create(account, body, { signal })
      )
    )
  })
).pipe(Command.withDescription(Words.commands.create))

const rotate = Command.make(
  "rotate",
  {
    keyId,
    account,
    overlapHours: Flag.Finite("overlap-hours").pipe(
      Flag.withDescription(Words.flags.overlapHours),
      Flag.optional
    ),
    url: ServiceClient.url
  },
  Effect.fn(function* ({ account, keyId, overlapHours, url }) {
    const client = yield* ServiceClient.operator(url)
    const body = { overlap_hours: Option.getOrNull(overlapHours) }
    yield* show(
      yield* ServiceClient.call((signal) =>
        client.admin.accounts.apiKeys.rotate(account, keyId, body, { signal })
      )
    )
  })
).pipe(Command.withDescription(Words.commands.rotate))

const revoke = Command.make(
  "revoke",
  { keyId, account, url: ServiceClient.url },
  Effect.fn(function* ({ account, keyId, url }) {
    const client = yield* ServiceClient.operator(url)
    yield* ServiceClient.call((signal) =>
      client.admin.accounts.apiKeys.delete(account, keyId, { signal })
    )
    yield* Console.log(Words.revoked(keyId))
  })
).pipe(Command.withDescription(Words.commands.revoke))

export const keys = Command.make("keys").pipe(
  Command.withDescription(Words.commands.keys),
  Command.withSubcommands([create, rotate, revoke])
)
