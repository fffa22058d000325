/** Commands about an account's API keys, for operators. A key is printed where it is made only. */
import { Clock, Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as KeyFlags from "./KeyFlags.ts"
import * as ServiceClient from "./ServiceClient.ts"

const account = Flag.String("account").pipe(Flag.withDescription("Account id: acct_…"))
const keyId = Argument.String("key-id")

interface Made {
  readonly id: string
  readonly key: string | null
}

const show = Effect.fnUntraced(function* ({ id, key }: Made) {
  // A replay of the request never shows it again; ours has a key of its own, so this is a defect.
  if (key === null)
    return yield* ServiceClient.failed(`${id} was created earlier, and its key was shown then.`)
  yield* ServiceClient.progress(`${id}, shown once:`)
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
).pipe(Command.withDescription("Issue an API key; it is shown only once"))

const rotate = Command.make(
  "rotate",
  {
    keyId,
    account,
    overlapHours: Flag.Finite("overlap-hours").pipe(
      Flag.withDescription("Hours that the old key keeps working, 0 to 24; default 24"),
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
).pipe(Command.withDescription("Replace an API key; the new key is shown only once"))

const revoke = Command.make(
  "revoke",
  { keyId, account, url: ServiceClient.url },
  Effect.fn(function* ({ account, keyId, url }) {
    const client = yield* ServiceClient.operator(url)
    yield* ServiceClient.call((signal) =>
      client.admin.accounts.apiKeys.delete(account, keyId, { signal })
    )
    yield* Console.log(`${keyId} is revoked.`)
  })
).pipe(Command.withDescription("Revoke an API key; it stops working at once"))

export const keys = Command.make("keys").pipe(
  Command.withDescription("Manage the API keys of an account (PAYOUT_ADMIN_KEY)"),
  Command.withSubcommands([create, rotate, revoke])
)
